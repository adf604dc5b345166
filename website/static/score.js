// Scores what is typed on the first page, in a worker: by the package itself, in the Pyodide that the tab has.
// The page says first which wheel to take, then one text after another, and gets the parts of each score.
import { loadPyodide } from "../tab/static/pyodide/pyodide.mjs";

const PYTHON = new URL("../tab/static/pyodide/", import.meta.url).href;

async function start(wheel) {
  const [python, program] = await Promise.all([
    loadPyodide({ indexURL: PYTHON, packages: [PYTHON + wheel] }),
    fetch(new URL("score_parts.py", import.meta.url)).then((answer) => {
      if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
      return answer.text();
    }),
  ]);
  python.runPython(program);
  return python.globals.get("as_json");
}

let scored = null;
onmessage = async ({ data }) => {
  scored ??= start(data.wheel);
  try {
    postMessage({ parts: JSON.parse((await scored)(data.text)) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
