// Zoom for diagrams. Their box scrolls, so a larger drawing is moved by scrolling, or by dragging it.
for (const figure of document.querySelectorAll("[data-diagram]")) {
  const view = figure.querySelector(".diagram-view");
  const drawing = figure.querySelector(".drawing");
  let scale = 1;
  let shownWidth;

  function zoom(factor) {
    shownWidth ??= drawing.getBoundingClientRect().width;
    scale = factor === 0 ? 1 : Math.min(6, Math.max(0.5, scale * factor));
    view.classList.toggle("zoomed", scale > 1);
    drawing.style.width = scale === 1 ? "" : `${shownWidth * scale}px`;
  }

  // A page in another language than English brings its words along.
  const words = document.querySelector(".article")?.dataset ?? {};
  const tools = document.createElement("div");
  tools.className = "diagram-tools";
  for (const [label, factor, path] of [
    [words.zoomIn ?? "Zoom in", 1.4, "M5 12h14M12 5v14"],
    [words.zoomOut ?? "Zoom out", 1 / 1.4, "M5 12h14"],
    [words.resetZoom ?? "Reset the zoom", 0, "M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5"],
  ]) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", label);
    button.innerHTML = `<svg class="icon icon-line" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true"><path d="${path}"/></svg>`;
    button.addEventListener("click", () => zoom(factor));
    tools.append(button);
  }
  figure.append(tools);

  view.addEventListener("pointerdown", (start) => {
    if (scale <= 1 || start.pointerType !== "mouse") return;
    const { scrollLeft, scrollTop } = view;
    view.setPointerCapture(start.pointerId);
    const move = (now) =>
      view.scrollTo(scrollLeft + start.clientX - now.clientX, scrollTop + start.clientY - now.clientY);
    view.addEventListener("pointermove", move);
    view.addEventListener("pointerup", () => view.removeEventListener("pointermove", move), { once: true });
  });
}
