// Copying and printing a page, and links that take its text along.
{
  const shownMilliseconds = 1600;
  const questionLengthMax = 6000;

  const textOf = async (url) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.text();
  };

  // The promise goes into the clipboard, not its result: Safari forgets by then that the reader has clicked.
  async function copyPage(url) {
    const blob = textOf(url).then((text) => new Blob([text], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  }

  function tell(button, words) {
    const label = button.closest(".page-menu")?.querySelector(".page-action span") ?? button.querySelector("span");
    label.dataset.words ??= label.textContent;
    label.textContent = words;
    setTimeout(() => {
      label.textContent = label.dataset.words;
    }, shownMilliseconds);
  }

  document.addEventListener("click", async (event) => {
    const control =
      event.target instanceof Element
        ? event.target.closest(":is(.page-menu, .page-options) :is(a, button)")
        : undefined;
    if (!control) return;
    const { copyPage: source, copyText: plain, copied, notCopied, pageText, print } = control.dataset;
    const menu = control.closest(".menu");
    if (menu) menu.open = false;
    if (print !== undefined) window.print();
    if (source || plain) {
      await (source ? copyPage(source) : navigator.clipboard.writeText(plain)).then(
        () => tell(control, copied),
        () => tell(control, notCopied),
      );
    }
    if (pageText) {
      event.preventDefault();
      const text = await textOf(pageText).catch(() => location.href);
      location.href = control.href.replaceAll(/\$page|%24page/g, encodeURIComponent(text.slice(0, questionLengthMax)));
    }
  });

  // Only the browser knows under which address the site is read.
  for (const link of document.querySelectorAll(':is(.page-menu, .page-options) a[href*="%24origin"]')) {
    link.href = link.getAttribute("href").replaceAll("%24origin", encodeURIComponent(location.origin));
  }
}
