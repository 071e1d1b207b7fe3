// The copy button of code is made here, because it needs this script: pages stay small and honest without it.
{
  // A page in another language than English brings its words along.
  const words = document.querySelector(".article")?.dataset ?? {};
  const drawing = (name, content) =>
    `<svg class="icon icon-line icon-${name}" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">${content}</svg>`;
  const icons =
    drawing(
      "copy",
      '<rect width="14" height="14" x="8" y="8" rx="2"/><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>',
    ) + drawing("check", '<path d="M20 6 9 17l-5-5"/>');

  for (const box of document.querySelectorAll(".code:not([data-nocopy]), .code-group:not([data-nocopy])")) {
    const tools = document.createElement("div");
    tools.className = "code-tools";
    tools.innerHTML = `<button class="copy" type="button">${icons}</button>`;
    tools.firstChild.setAttribute("aria-label", words.copyCode ?? "Copy code");
    box.append(tools);
  }

  // A line that a diff takes away is not part of what a reader wants to have.
  function codeOf(box) {
    const code = box?.querySelector(".tab-panel.active code") ?? box?.querySelector("code");
    const lines = [...(code?.querySelectorAll(".line:not(.removed)") ?? [])];
    return lines.length > 0 ? lines.map((line) => line.textContent).join("") : code?.textContent;
  }

  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest(".copy, [data-copy]") : undefined;
    const text = button?.dataset.copy ?? codeOf(button?.closest(".code, .code-group"));
    if (!button || !text) return;
    await navigator.clipboard.writeText(text);
    showDone(button);
  });

  function showDone(button) {
    const label = button.getAttribute("aria-label");
    button.classList.add("copied");
    button.setAttribute("aria-label", words.copied ?? "Copied");
    setTimeout(() => {
      button.classList.remove("copied");
      if (label) button.setAttribute("aria-label", label);
      else button.removeAttribute("aria-label");
    }, 1600);
  }

  // Long code that its author has folded.
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-unfold]") : undefined;
    if (!button) return;
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.dataset.label ??= button.textContent;
    button.setAttribute("aria-expanded", String(!isOpen));
    button.textContent = isOpen ? button.dataset.label : (words.showLess ?? "Show less");
    if (isOpen) button.parentElement?.scrollIntoView({ block: "nearest" });
  });
}
