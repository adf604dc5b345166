// Says on the page of a lesson in the tab that Python has not started, once a minute has gone by. JupyterLite itself
// says nothing where a network, at a school for example, blocks what it needs.
addEventListener("load", () => {
  const LIMIT = 60000; // milliseconds
  const lesson = new URLSearchParams(location.search).get("path")?.replace(/ipynb$/, "html");
  const note = document.body.appendChild(document.createElement("p"));
  note.setAttribute("role", "alert");
  note.style =
    "position: fixed; bottom: 0; left: 0; right: 0; z-index: 2000; margin: 0; padding: 0.8em; " +
    "background: #fff4ce; color: #222; border-top: 2px solid #8a6d00; font: 16px sans-serif";

  const waiting = () => {
    if (!window.jupyterapp) return true;
    const widget = jupyterapp.shell.currentWidget;
    return "sessionContext" in (widget ?? {}) && (widget.sessionContext.session?.kernel?.status ?? "unknown") === "unknown";
  };

  let since = Date.now();
  const look = () => {
    if (!waiting()) since = Date.now();
    note.hidden = Date.now() - since < LIMIT;
    if (note.hidden || note.textContent) return;
    note.textContent =
      "Python has not started yet, so no cell can run. A slow network needs more time. " +
      "Some networks block what is needed. You can still read this lesson, or open it in Colab: ";
    const link = note.appendChild(document.createElement("a"));
    link.href = lesson ? `../../${lesson}` : "../../index.html";
    link.textContent = "go to its page.";
    link.style = "color: #0b4f9e; text-decoration: underline";
  };
  look();
  setInterval(look, 1000);
});
