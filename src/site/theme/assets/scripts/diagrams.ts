import { pageWords } from "./page.ts";
import { watchMermaid } from "./watch-mermaid.ts";

watchMermaid(addZoom);

/** Adds zoom buttons. An enlarged drawing can be scrolled or dragged inside its box. */
function addZoom(figure: HTMLElement, view: HTMLElement): void {
  let scale = 1;
  let startWidth: number | undefined;

  function zoom(factor: number): void {
    // Looked up each time, because the drawing is replaced when the colors change.
    const drawing = view.querySelector<SVGElement>(".drawing");
    if (!drawing) return;
    startWidth ??= drawing.getBoundingClientRect().width;
    scale = factor === 0 ? 1 : Math.min(6, Math.max(0.5, scale * factor));
    view.classList.toggle("zoomed", scale > 1);
    drawing.style.width = scale === 1 ? "" : `${startWidth * scale}px`;
  }

  const tools = document.createElement("div");
  tools.className = "diagram-tools";
  tools.append(
    zoomButton(pageWords.zoomIn ?? "Zoom in", "M5 12h14M12 5v14", () => zoom(1.4)),
    zoomButton(pageWords.zoomOut ?? "Zoom out", "M5 12h14", () => zoom(1 / 1.4)),
    zoomButton(
      pageWords.resetZoom ?? "Reset the zoom",
      "M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5",
      () => zoom(0),
    ),
  );
  figure.append(tools);

  view.addEventListener("pointerdown", (start) => {
    if (scale <= 1 || start.pointerType !== "mouse") return;
    const { scrollLeft, scrollTop } = view;
    view.setPointerCapture(start.pointerId);
    const move = (now: PointerEvent) =>
      view.scrollTo(scrollLeft + start.clientX - now.clientX, scrollTop + start.clientY - now.clientY);
    view.addEventListener("pointermove", move);
    view.addEventListener("pointerup", () => view.removeEventListener("pointermove", move), { once: true });
  });
}

function zoomButton(label: string, path: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", label);
  button.innerHTML = `<svg class="icon icon-line" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true"><path d="${path}"/></svg>`;
  button.addEventListener("click", onClick);
  return button;
}
