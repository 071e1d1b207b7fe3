document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-copy]") : undefined;
  const box = button?.closest(".code, .code-group");
  const code = box?.querySelector(".tab-panel.active code") ?? box?.querySelector("code");
  if (!code) return;
  await navigator.clipboard.writeText(code.textContent ?? "");
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = "Copy";
  }, 1600);
});
