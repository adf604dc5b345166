// The button of the theme can choose other colours than the reader's system: the pictures follow the page.
{
  const follow = () => {
    const { theme } = document.documentElement.dataset;
    if (theme !== "dark" && theme !== "light") return;
    for (const source of document.querySelectorAll("source[media*=color-scheme], source[data-media]")) {
      source.dataset.media ??= source.media;
      const always = theme === "dark" ? "(min-width: 0)" : "(max-width: 0)";
      source.media = source.dataset.media.replace("(prefers-color-scheme: dark)", always);
    }
  };
  new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  document.addEventListener("DOMContentLoaded", follow);
}
