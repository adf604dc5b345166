// A place for a guess before each folded answer of a lesson: the guess then stands beside what the lesson has saved.
// Nothing is judged, and nothing is kept. With the answer, the text that follows from it opens.
document.addEventListener("DOMContentLoaded", () => {
  const { guess: said } = document.documentElement.dataset;
  for (const answer of document.querySelectorAll(".tag_answer > details")) {
    const shown = answer.querySelector(".stream");
    const label = document.createElement("label");
    const box = document.createElement("input");
    const guess = document.createElement("p");
    label.className = "guess";
    label.append(`${said}: `, box);
    answer.before(label);
    shown.before(guess);
    box.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") answer.open = true;
    });
    answer.addEventListener("toggle", () => {
      guess.textContent = box.value && `${said}: ${box.value}`;
      guess.hidden = !box.value;
      const follows = answer.closest(".cell").nextElementSibling;
      if (follows?.matches("details")) follows.open = answer.open;
    });
  }
});
