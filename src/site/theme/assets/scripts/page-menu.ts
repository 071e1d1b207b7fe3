import { closest, copiedMilliseconds } from "./page.ts";

// Copies and prints a page, and opens links that include its text.
const questionLengthMax = 6000;

document.addEventListener("click", async (event) => {
  const control = closest(event.target, ":is(.page-menu, .page-options) :is(a, button)");
  if (!control) return;
  const { copyPage: source, copyText: plain, copied = "", notCopied = "", pageText, print } = control.dataset;
  const menu = closest<HTMLDetailsElement>(control, ".menu");
  if (menu) menu.open = false;
  if (print !== undefined) window.print();
  if (source || plain) {
    await (source ? copyPage(source) : navigator.clipboard.writeText(plain ?? "")).then(
      () => showResult(control, copied),
      () => showResult(control, notCopied),
    );
  }
  if (pageText && control instanceof HTMLAnchorElement) {
    event.preventDefault();
    const text = await fetchText(pageText).catch(() => location.href);
    location.href = control.href.replaceAll(/\$page|%24page/g, encodeURIComponent(text.slice(0, questionLengthMax)));
  }
});

// Fills in the address of the site, which only the browser knows.
for (const link of document.querySelectorAll(':is(.page-menu, .page-options) a[href*="%24origin"]')) {
  const href = link.getAttribute("href") ?? "";
  link.setAttribute("href", href.replaceAll("%24origin", encodeURIComponent(location.origin)));
}

/** Passes a promise to the clipboard, because Safari only allows access right after the click. */
async function copyPage(url: string): Promise<void> {
  const blob = fetchText(url).then((text) => new Blob([text], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

function showResult(control: HTMLElement, text: string): void {
  const label =
    control.closest(".page-menu")?.querySelector<HTMLElement>(".page-action span") ?? control.querySelector("span");
  if (!label) return;
  label.dataset.words ??= label.textContent;
  label.textContent = text;
  setTimeout(() => {
    label.textContent = label.dataset.words ?? "";
  }, copiedMilliseconds);
}
