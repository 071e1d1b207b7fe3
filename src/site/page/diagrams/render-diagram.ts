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
  pie: "pieChart",
  timeline: "timeline",
  mindmap: "mindMap",
  gantt: "ganttChart",
  git: "gitGraph",
  journey: "userJourney",
  quadrant: "quadrantChart",
  xychart: "chart",
  c4: "c4Diagram",
  sankey: "sankeyDiagram",
  kanban: "kanbanBoard",
  packet: "packetDiagram",
  requirement: "requirementDiagram",
  radar: "radarChart",
  treemap: "treemap",
  block: "blockDiagram",
  architecture: "architectureDiagram",
} as const satisfies Record<DiagramKind, keyof ArticleWords>;
const placements: ReadonlySet<string> = new Set(["top-left", "top-right", "bottom-left", "bottom-right"]);
const linesPerPageMax = 1_000;
/** Smaller drawings need no zoom buttons. */
const controlsHeightMin = 120;
const labelLengthMax = 400;

/** Draws a Mermaid fence. If it can't be drawn without loss, its source is shown; Markdown always shows the source. */
export function renderDiagram(block: CodeBlock, node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const source = codeBlockElement(block, context.page);
  const reason = overBudget(block.code, context);
  const diagram = reason === undefined ? drawDiagram(block.code) : ({ ok: false, reason } as const);
  if (!diagram.ok) {
    context.warn(`the diagram is not drawn: ${diagram.reason}`, node, { hint: "its source is shown as code" });
    return [source];
  }
  context.page.partCount += 1;
  const name = `diagram-${context.page.partCount}`;
  const title = diagram.title ?? block.meta.title;
  const kindName = context.page.words[kindNames[diagram.kind]];
  const words = `${title ?? kindName}: ${drawingWords(diagram.drawing)}`.slice(0, labelLengthMax);
  const drawing = finishDrawing(diagram.drawing, name, words);
  const hasControls = block.meta.actions ?? Number(drawing.attributes.height) > controlsHeightMin;
  const asked = block.meta.placement ?? "";
  const figure = element(
    "figure",
    {
      class: "diagram",
      "data-diagram": hasControls ? "controls" : undefined,
      "data-placement": placements.has(asked) ? asked : "bottom-right",
    },
    [
      element("div", { class: "diagram-view", tabindex: 0, role: "group", "aria-label": kindName }, [drawing]),
      ...(title === undefined ? [] : [element("figcaption", {}, [title])]),
    ],
  );
  return [{ onPage: [figure], inMarkdown: [source] }];
}

/** A page can have many large diagrams, and together they must not take up its whole time. */
function overBudget(code: string, { page }: RenderContext): string | undefined {
  page.diagramLines += code.split("\n").length;
  return page.diagramLines > linesPerPageMax
    ? `the diagrams of this page have more than ${linesPerPageMax} lines together`
    : undefined;
}
