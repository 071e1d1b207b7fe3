import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import { codeBlockElement } from "../code/code-block.ts";
import type { CodeBlock } from "../code/fence-meta.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { DiagramKind } from "./diagram-source.ts";
import { drawDiagram } from "./draw-diagram.ts";
import { drawingWords, finishDrawing } from "./finish-drawing.ts";

const kindNames = {
  flowchart: "flowchart",
  sequence: "sequenceDiagram",
  state: "stateDiagram",
  class: "classDiagram",
  er: "entityDiagram",
  git: "gitGraph",
} as const satisfies Record<DiagramKind, keyof ArticleWords>;
const placements: ReadonlySet<string> = new Set(["top-left", "top-right", "bottom-left", "bottom-right"]);
const linesPerPageMax = 1_000;
/** Smaller drawings need no zoom buttons. */
const controlsHeightMin = 120;
const labelLengthMax = 400;

/**
 * Draws a Mermaid fence. If it can't be drawn here without loss, its source is shown until Mermaid draws it in the browser.
 * Markdown always shows the source.
 */
export function renderDiagram(block: CodeBlock, node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const source = codeBlockElement(block, context.page);
  const diagram = isOverBudget(block.code, context) ? tooMuch : drawDiagram(block.code);
  const asked = block.meta.placement ?? "";
  const placement = placements.has(asked) ? asked : "bottom-right";
  if (!diagram.ok) {
    const { isForBrowser, reason } = diagram;
    if (!isForBrowser)
      context.warn(`the diagram is not drawn: ${reason}`, node, { hint: "its source is shown as code" });
    else if (reason !== undefined)
      context.warn(`the diagram is drawn in the browser instead of the build: ${reason}`, node, {
        severity: "note",
        hint: "readers without JavaScript see its source",
      });
    if (!isForBrowser) return [source];
    const { actions } = block.meta;
    const attributes = {
      "data-mermaid": actions === undefined ? "auto" : actions ? "controls" : "plain",
      "data-placement": placement,
      "aria-label": block.meta.title ?? context.page.words.diagram,
    };
    return [{ onPage: [element("figure", attributes, [source])], inMarkdown: [source] }];
  }
  context.page.partCount += 1;
  const name = `diagram-${context.page.partCount}`;
  const title = diagram.title ?? block.meta.title;
  const kindName = context.page.words[kindNames[diagram.kind]];
  const words = `${title ?? kindName}: ${drawingWords(diagram.drawing)}`.slice(0, labelLengthMax);
  const drawing = finishDrawing(diagram.drawing, name, words);
  const hasControls = block.meta.actions ?? Number(drawing.attributes.height) > controlsHeightMin;
  const figure = element(
    "figure",
    { class: "diagram", "data-diagram": hasControls ? "controls" : undefined, "data-placement": placement },
    [
      element("div", { class: "diagram-view", tabindex: 0, role: "group", "aria-label": kindName }, [drawing]),
      ...(title === undefined ? [] : [element("figcaption", {}, [title])]),
    ],
  );
  return [{ onPage: [figure], inMarkdown: [source] }];
}

const tooMuch = {
  ok: false,
  isForBrowser: true,
  reason: `the diagrams of this page have more than ${linesPerPageMax} lines together`,
} as const;

/** A page can have many large diagrams, and together they must not take up its whole time. */
function isOverBudget(code: string, { page }: RenderContext): boolean {
  page.diagramLines += code.split("\n").length;
  return page.diagramLines > linesPerPageMax;
}
