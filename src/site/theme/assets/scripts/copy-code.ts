import { closest, copiedMilliseconds, pageWords } from "./page.ts";

// Copy buttons are created by this script, so that a page without JavaScript has no dead buttons.
const icons =
  icon(
    "copy",
    '<rect width="14" height="14" x="8" y="8" rx="2"/><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>',
  ) + icon("check", '<path d="M20 6 9 17l-5-5"/>');

for (const box of document.querySelectorAll(".code:not([data-nocopy]), .code-group:not([data-nocopy])")) {
  const button = document.createElement("button");
  button.className = "copy";
  button.type = "button";
  button.innerHTML = icons;
  button.setAttribute("aria-label", pageWords.copyCode ?? "Copy code");
  const tools = document.createElement("div");
  tools.className = "code-tools";
  tools.append(button);
  box.append(tools);
}

document.addEventListener("click", async ({ target }) => {
  const button = closest(target, ".copy, [data-copy]");
  const text = button?.dataset.copy ?? codeIn(button?.closest(".code, .code-group"));
  if (!button || !text) return;
  await navigator.clipboard.writeText(text);
  const label = button.getAttribute("aria-label");
  button.classList.add("copied");
  button.setAttribute("aria-label", pageWords.copied ?? "Copied");
  setTimeout(() => {
    button.classList.remove("copied");
    if (label) button.setAttribute("aria-label", label);
    else button.removeAttribute("aria-label");
  }, copiedMilliseconds);
});

// Unfolds long code.
document.addEventListener("click", ({ target }) => {
  const button = closest(target, "[data-unfold]");
  if (!button) return;
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.dataset.label ??= button.textContent;
  button.setAttribute("aria-expanded", String(!isOpen));
  button.textContent = isOpen ? button.dataset.label : (pageWords.showLess ?? "Show less");
  if (isOpen) button.parentElement?.scrollIntoView({ block: "nearest" });
});

/** The code without the lines that a diff removes. */
function codeIn(box: Element | null | undefined): string | undefined {
  const code = box?.querySelector(".tab-panel.active code") ?? box?.querySelector("code");
  const lines = [...(code?.querySelectorAll(".line:not(.removed)") ?? [])];
  return lines.length > 0 ? lines.map((line) => line.textContent).join("") : code?.textContent;
}

function icon(name: string, content: string): string {
  return `<svg class="icon icon-line icon-${name}" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">${content}</svg>`;
}
