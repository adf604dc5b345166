// The moving picture of a lesson: its frames, one after the other, once a reader starts it. For those who ask for no
// motion a button goes one frame further.
document.addEventListener("DOMContentLoaded", () => {
  const said = document.documentElement.dataset;
  for (const picture of document.querySelectorAll(".steps")) {
    const frames = picture.querySelectorAll("img");
    const button = picture.querySelector("button");
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let shown = frames.length - 1;
    let timer = null;
    const show = (next) => {
      frames[shown].hidden = true;
      frames[next].hidden = false;
      shown = next;
      if (shown === frames.length - 1) clearInterval(timer);
    };
    button.textContent = still ? said.next : said.play;
    button.addEventListener("click", () => {
      for (const frame of frames) frame.loading = "eager";
      clearInterval(timer);
      show(still ? (shown + 1) % frames.length : 0);
      if (!still) timer = setInterval(() => show(shown + 1), 1800);
    });
    button.hidden = false;
  }
});
