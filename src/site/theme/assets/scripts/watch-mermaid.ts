/** The exports of mermaid/draw-mermaid.ts, the script with Mermaid. */
interface Mermaid {
  drawMermaid(text: string, width: number): Promise<{ drawing: SVGElement; sheet: CSSStyleSheet }>;
  dropSheet(sheet: CSSStyleSheet): void;
}

type AddZoom = (figure: HTMLElement, view: HTMLElement) => void;

/** Drawings that are lower than this need no zoom buttons, unless they were shrunk to the width of the column. */
const controlsHeightMin = 120;
const widthMin = 560;
const padding = 34;
/** Diagrams are drawn a bit before they are visible. */
const margin = "400px";

/** Draws each diagram when it comes into view, and again when the colors change. */
export function watchMermaid(addZoom: AddZoom): void {
  const script = document.querySelector<HTMLElement>(".article")?.dataset.mermaidScript;
  if (!script) return;
  const redraws: (() => void)[] = [];
  let loading: Promise<Mermaid> | undefined;
  const load = () => {
    loading ??= import(/* @vite-ignore */ script) as Promise<Mermaid>;
    return loading;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        void showDrawing(target as HTMLElement, load, addZoom, redraws);
      }
    },
    { rootMargin: margin },
  );
  for (const figure of document.querySelectorAll("[data-mermaid]")) observer.observe(figure);
  const redraw = () => {
    for (const again of redraws) again();
  };
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}

/** Replaces the source of a diagram by its drawing. If it can't be drawn, the source stays, with the reason. */
async function showDrawing(
  figure: HTMLElement,
  load: () => Promise<Mermaid>,
  addZoom: AddZoom,
  redraws: (() => void)[],
): Promise<void> {
  const view = figure.querySelector<HTMLElement>(".diagram-view");
  const text = view?.querySelector("pre")?.textContent;
  if (!view || !text) return;
  // On a phone, a chart that takes all of the width is drawn wider and then shrunk, so that its labels don't overlap.
  const width = Math.max(widthMin, figure.clientWidth - padding);
  try {
    const { drawMermaid, dropSheet } = await load();
    const draw = async () => {
      const next = await drawMermaid(text, width);
      if (!next.drawing.hasAttribute("aria-labelledby")) next.drawing.ariaLabel = view.ariaLabel;
      return next;
    };
    let shown = await draw();
    // Below the visible part of the page, the exact height can replace the reserved height without a visible shift.
    if (view.getBoundingClientRect().top > innerHeight) view.style.minHeight = "0";
    view.replaceChildren(shown.drawing);
    const controls = figure.dataset.mermaid;
    const { width: shownWidth, height } = shown.drawing.getBoundingClientRect();
    const needsZoom = height > controlsHeightMin || shownWidth < Number(shown.drawing.getAttribute("width"));
    if (controls === "controls" || (controls === "auto" && needsZoom)) addZoom(figure, view);
    const redraw = async () => {
      const before = shown;
      shown = await draw();
      shown.drawing.style.width = before.drawing.style.width;
      view.replaceChildren(shown.drawing);
      dropSheet(before.sheet);
    };
    // Redraws of a diagram run one after another, so that each redraw can remove the styles of the previous drawing.
    let last = Promise.resolve();
    redraws.push(() => {
      last = last.then(redraw).catch(reportError);
    });
  } catch (error) {
    view.classList.add("undrawn");
    const reason = document.createElement("figcaption");
    reason.textContent = `Mermaid: ${error instanceof Error ? error.message.split("\n", 1)[0] : error}`;
    figure.append(reason);
  }
}
