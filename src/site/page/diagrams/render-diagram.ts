import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import { codeBlockElement } from "../code/code-block.ts";
import type { CodeBlock } from "../code/fence-meta.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";

const placements: ReadonlySet<string> = new Set(["top-left", "top-right", "bottom-left", "bottom-right"]);

const codeLengthMax = 20_000;
const tooLong = `it has more than ${codeLengthMax} characters`;

/** The keywords of Mermaid's diagrams, in the spelling that Mermaid requires. */
const keywords: ReadonlySet<string> = new Set(
  `agentflow-beta architecture architecture-beta block block-beta C4Component C4Container C4Context C4Deployment C4Dynamic
  classDiagram classDiagram-v2 cynefin-beta erDiagram eventmodeling flowchart flowchart-elk gantt gitGraph graph info
  ishikawa ishikawa-beta journey kanban mindmap packet packet-beta pie quadrantChart radar-beta railroad-abnf-beta
  railroad-beta railroad-ebnf-beta railroad-peg-beta requirement requirementDiagram sankey sankey-beta sequenceDiagram
  stateDiagram stateDiagram-v2 swimlane-beta timeline treemap treemap-beta treeView-beta usecase-beta venn-beta
  wardley-beta xychart xychart-beta`.split(/\s+/),
);

const kindNames: Partial<Record<string, keyof ArticleWords>> = {
  graph: "flowchart",
  flowchart: "flowchart",
  "flowchart-elk": "flowchart",
  sequenceDiagram: "sequenceDiagram",
  stateDiagram: "stateDiagram",
  "stateDiagram-v2": "stateDiagram",
  classDiagram: "classDiagram",
  "classDiagram-v2": "classDiagram",
  erDiagram: "entityDiagram",
  gitGraph: "gitGraph",
};

/**
 * Mermaid draws the diagram in the reader's browser. Its source is shown until then. In the Markdown output, a diagram
 * is always its source.
 */
export function renderDiagram(block: CodeBlock, node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const { page } = context;
  const { title, actions, placement = "" } = block.meta;
  const source = codeBlockElement(block, page);
  const diagram = readDiagram(block.code.slice(0, codeLengthMax));
  const problem = block.code.length > codeLengthMax ? tooLong : problemOf(diagram);
  if (problem !== undefined) {
    context.warn(`the diagram is not drawn: ${problem}`, node, { hint: "its source is shown as code" });
    return [source];
  }
  const untitled = codeBlockElement({ ...block, meta: { ...block.meta, title: undefined } }, page);
  const label = diagram.title ?? title ?? page.words[kindNames[diagram.keyword] ?? "diagram"];
  const style = `--reserved: ${estimateHeight(diagram)}px`;
  const figure = element(
    "figure",
    {
      class: "diagram",
      "data-mermaid": actions === undefined ? "auto" : actions ? "controls" : "plain",
      "data-placement": placements.has(placement) ? placement : "bottom-right",
    },
    [
      element("div", { class: "diagram-view", tabindex: 0, role: "group", "aria-label": label, style }, [untitled]),
      ...(title === undefined ? [] : [element("figcaption", {}, [title])]),
    ],
  );
  return [{ onPage: [figure], inMarkdown: [source] }];
}

interface Diagram {
  /** The word the diagram starts with. */
  keyword: string;
  header: string;
  title: string | undefined;
  /** Lines below the header, without comments and settings. */
  lineCount: number;
}

function readDiagram(code: string): Diagram {
  const [frontmatter = ""] = /^\s*---\n[\s\S]*?\n\s*---\s*\n/.exec(code) ?? [];
  const [header = "", ...lines] = code
    .slice(frontmatter.length)
    .replaceAll(/%%\{[\s\S]*?\}%%/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("%%"));
  const title = /^accTitle\s*:\s*(.+)$/m.exec(lines.join("\n")) ?? /^title:\s*(.+)$/m.exec(frontmatter);
  return {
    keyword: /^[\w-]+/.exec(header)?.[0] ?? "",
    header,
    title: title?.[1]?.trim().replaceAll(/^["']|["']$/g, ""),
    lineCount: lines.length,
  };
}

function problemOf({ keyword }: Diagram): string | undefined {
  if (keywords.has(keyword)) return undefined;
  if (keyword === "") return "its first line does not name a kind of diagram";
  if (keyword === "zenuml") return "ZenUML needs a Mermaid plugin, and plugins are not supported";
  return `"${keyword.slice(0, shownLengthMax)}" is not a diagram type of Mermaid`;
}

const shownLengthMax = 40;

/** Reserves about as much space as the drawing takes, so that the text below doesn't move when it appears. */
function estimateHeight({ keyword, header, lineCount }: Diagram): number {
  const isSideways = /^(?:graph|flowchart)\S*\s+(?:LR|RL)\b/.test(header);
  const { base, perLine } = (isSideways ? sideways : heights[keyword]) ?? usual;
  return Math.min(heightMax, Math.ceil((base + perLine * lineCount) / 20) * 20);
}

const heightMax = 640;
const usual = { base: 200, perLine: 30 };
const sideways = { base: 100, perLine: 20 };
const downward = { base: 180, perLine: 56 };
const sequence = { base: 180, perLine: 46 };
const states = { base: 140, perLine: 66 };
const classes = { base: 200, perLine: 42 };
const heights: Partial<Record<string, typeof usual>> = {
  graph: downward,
  flowchart: downward,
  sequenceDiagram: sequence,
  stateDiagram: states,
  "stateDiagram-v2": states,
  classDiagram: classes,
  "classDiagram-v2": classes,
  erDiagram: { base: 400, perLine: 50 },
};
