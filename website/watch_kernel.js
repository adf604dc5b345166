// Says on the page of a lesson in the tab that Python is starting, and that it has not started once a minute has gone
// by. JupyterLite itself says nothing, also where a network, at a school for example, blocks what it needs.
addEventListener("DOMContentLoaded", () => {
  const LIMIT = 60000; // milliseconds
  const lesson = new URLSearchParams(location.search).get("path")?.replace(/ipynb$/, "html");

  const line = (role, ...words) => {
    const made = document.body.appendChild(document.createElement("p"));
    made.append(...words);
    made.setAttribute("role", role);
    made.style =
      "position: fixed; bottom: 0; left: 0; right: 0; z-index: 2000; margin: 0; padding: 0.8em; font: 16px sans-serif; " +
      "color-scheme: light dark; background: light-dark(#fff4ce, #3a3216); color: light-dark(#222, #f5eeda); " +
      "border-top: 2px solid light-dark(#8a6d00, #c9a63c)";
    return made;
  };
  const link = document.createElement("a");
  link.textContent = "go to its page.";
  link.href = lesson ? `../../${lesson}` : "../../index.html";
  link.style = "color: light-dark(#0b4f9e, #9ccbff); text-decoration: underline";

  const starting = line(
    "status",
    "Python is starting in your browser. The first time, this can take up to a minute. " +
      "You can read on: a cell that you run now waits for it.",
  );
  const stuck = line(
    "alert",
    "Python has not started yet, so no cell can run. A slow network needs more time. " +
      "Some networks block what is needed. You can still read this lesson, or open it in Colab: ",
    link,
  );

  const waiting = () => {
    const widget = window.jupyterapp?.shell.currentWidget;
    if (!widget) return Boolean(lesson); // JupyterLite itself is not there yet
    return "sessionContext" in widget && (widget.sessionContext.session?.kernel?.status ?? "unknown") === "unknown";
  };

  let since = Date.now();
  const look = () => {
    if (!waiting()) since = Date.now();
    stuck.hidden = Date.now() - since < LIMIT;
    starting.hidden = !waiting() || !stuck.hidden;
  };
  look();
  setInterval(look, 1000);
});
