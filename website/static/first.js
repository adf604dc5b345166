// The box of the first page. The scores of the prepared sentences stand in the page; with the first key or tap in the
// box a worker fetches Python, and scores whatever is typed. Nothing is computed here.
{
  const prepared = JSON.parse(document.getElementById("prepared").textContent);
  const box = document.getElementById("candidate");
  const score = document.getElementById("score");
  const state = document.getElementById("state");
  const bars = score.querySelectorAll("progress");
  const program = new URL("score.js", document.currentScript.src);
  let worker = null;
  let asked = null; // the text that the worker is at

  const tile = ([kind, sign, word]) => {
    const made = document.createElement("span");
    made.className = kind;
    made.textContent = `${sign} ${word}`;
    return made;
  };

  const show = ({ words, counts, texts }) => {
    document.getElementById("words").replaceChildren(...words.flatMap((word) => [tile(word), " "]));
    counts.forEach(([matched, total], order) => {
      bars[order].max = total || 1;
      bars[order].value = matched;
      bars[order].previousElementSibling.textContent = `${matched}/${total}`;
    });
    for (const [part, text] of Object.entries(texts)) document.getElementById(part).textContent = text;
    score.ariaBusy = "false";
  };

  const ask = () => worker.postMessage({ wheel: box.dataset.wheel, text: (asked = box.value) });

  const answered = ({ data }) => {
    if (data.error) return failed();
    state.textContent = state.dataset.ready;
    const isCurrent = asked === box.value;
    asked = null;
    if (isCurrent) show(data.parts);
    else update();
  };

  const failed = () => {
    state.textContent = state.dataset.failed;
    box.readOnly = true; // and the score of another text stays dimmed
  };

  const update = () => {
    const known = prepared.find(({ text }) => text === box.value);
    if (known) return show(known.parts);
    score.ariaBusy = "true";
    if (asked === null) ask();
  };

  const start = () => {
    if (worker) return;
    state.textContent = state.dataset.starting;
    worker = new Worker(program, { type: "module" });
    worker.onmessage = answered;
    worker.onerror = failed;
    ask();
  };

  if (box.dataset.wheel) {
    box.readOnly = false;
    box.addEventListener("click", start); // a swipe over the box is no tap
    box.addEventListener("input", () => {
      start();
      update();
    });
  }
  document.querySelectorAll("#sentences button").forEach((button, place) => {
    button.addEventListener("click", () => {
      box.value = prepared[place].text;
      show(prepared[place].parts);
    });
  });
}
