// A formula that is copied becomes its TeX: the browser would copy its letters, without fractions and indices.
document.addEventListener("copy", (event) => {
  const range = getSelection().getRangeAt(0).cloneRange();
  const formula = ({ parentElement }) => parentElement?.closest("math");
  if (formula(range.startContainer)) range.setStartBefore(formula(range.startContainer));
  if (formula(range.endContainer)) range.setEndAfter(formula(range.endContainer));
  const copied = document.createElement("div");
  copied.append(range.cloneContents());
  if (!copied.querySelector("math")) return;
  for (const math of copied.querySelectorAll("math")) {
    const mark = math.getAttribute("display") === "block" ? "$$" : "$";
    math.replaceWith(mark, math.querySelector("annotation").textContent, mark);
  }
  document.body.append(copied); // only of an element on the page, innerText knows where lines end
  event.clipboardData.setData("text/plain", copied.innerText);
  event.clipboardData.setData("text/html", copied.innerHTML);
  copied.remove();
  event.preventDefault();
});
