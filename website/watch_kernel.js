// Says on the page of a lesson in the tab that Python is starting, until it has started. JupyterLite itself says nothing,
// also where a network, at a school for example, blocks what it needs.
addEventListener("DOMContentLoaded", () => {
  const lesson = new URLSearchParams(location.search).get("path")?.replace(/ipynb$/, "html");
  const link = document.createElement("a");
  link.textContent = "read it on its page.";
  link.href = lesson ? `../../${lesson}` : "../../index.html";
  link.style = "color: light-dark(#0b4f9e, #9ccbff); text-decoration: underline";

  const starting = document.body.appendChild(document.createElement("p"));
  starting.append(
    "Python is starting in your browser. The first time, this can take a minute, and a cell that you run now waits for it. " +
      "Some networks block what it needs: if no cell runs, open the lesson in Colab, or ",
    link,
  );
  starting.setAttribute("role", "status");
  starting.style =
    "position: fixed; bottom: 0; left: 0; right: 0; z-index: 2000; margin: 0; padding: 0.8em; font: 16px sans-serif; " +
    "color-scheme: light dark; background: light-dark(#fff4ce, #3a3216); color: light-dark(#222, #f5eeda); " +
    "border-top: 2px solid light-dark(#8a6d00, #c9a63c)";

  const waiting = () => {
    const widget = window.jupyterapp?.shell.currentWidget;
    if (!widget) return Boolean(lesson); // JupyterLite itself is not there yet
    return "sessionContext" in widget && (widget.sessionContext.session?.kernel?.status ?? "unknown") === "unknown";
  };
  const look = () => {
    starting.hidden = !waiting();
  };
  look();
  setInterval(look, 1000);
});
