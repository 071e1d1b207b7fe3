/** Kinds that are drawn when the site is built. */
export type DiagramKind = "flowchart" | "sequence" | "state" | "class" | "er" | "git";

/** A line of a diagram with its one-based number in the fence. */
export interface DiagramLine {
  text: string;
  number: number;
}

export interface DiagramSource {
  /** The keyword the diagram starts with. */
  keyword: string;
  kind: DiagramKind | undefined;
  header: string;
  /** The text of the settings above and inside it. */
  settings: string;
  title: string | undefined;
  lines: DiagramLine[];
}

/** Thrown for anything the drawing would lose: half a diagram is worse than its source. */
export class DiagramProblem extends Error {
  override readonly name = "DiagramProblem";
}

/** Compares names, because a required module may have its own copy of the class. */
export function isDiagramProblem(error: unknown): error is DiagramProblem {
  return error instanceof Error && error.name === "DiagramProblem";
}

const keywords: Record<string, DiagramKind> = {
  graph: "flowchart",
  flowchart: "flowchart",
  "flowchart-elk": "flowchart",
  sequencediagram: "sequence",
  statediagram: "state",
  "statediagram-v2": "state",
  classdiagram: "class",
  "classdiagram-v2": "class",
  erdiagram: "er",
  gitgraph: "git",
};

/** Kinds that only Mermaid itself draws, in the reader's browser. It is strict about upper and lower case. */
const browserKeywords: ReadonlySet<string> = new Set(
  `agentflow-beta architecture architecture-beta block block-beta C4Component C4Container C4Context C4Deployment C4Dynamic
  cynefin-beta eventmodeling gantt info ishikawa ishikawa-beta journey kanban mindmap packet packet-beta pie quadrantChart
  radar-beta railroad-abnf-beta railroad-beta railroad-ebnf-beta railroad-peg-beta requirement requirementDiagram sankey
  sankey-beta swimlane-beta timeline treemap treemap-beta treeView-beta usecase-beta venn-beta wardley-beta xychart
  xychart-beta`.split(/\s+/),
);

export function isBrowserKind({ keyword }: DiagramSource): boolean {
  return browserKeywords.has(keyword);
}

/** Strips what isn't drawn: frontmatter, comments, settings, and accessibility texts. */
export function readDiagram(code: string): DiagramSource {
  const frontmatter = /^\s*---\n([\s\S]*?)\n\s*---\s*\n/.exec(code);
  const offset = frontmatter === null ? 0 : (frontmatter[0].match(/\n/g)?.length ?? 0);
  const body = code.slice(frontmatter?.[0].length ?? 0);
  const settings = [frontmatter?.[1] ?? ""];
  let next = offset + 1;
  const lines = body
    .replaceAll(/%%\{[\s\S]*?\}%%/g, (directive) => {
      settings.push(directive);
      return directive.replaceAll(/[^\n]/g, "");
    })
    .replaceAll(/^[ \t]*accDescr\s*\{[^}]*\}/gm, (description) => description.replaceAll(/[^\n]/g, ""))
    .replaceAll(markdownText, (_, words: string) => `"${plainWords(words)}"`)
    .replaceAll(longText, (_, words: string) => `"${joinLines(words)}"`)
    .replaceAll(longLinkText, (words) => (isFlowchart.test(body) ? joinLines(words) : words))
    .split("\n")
    .map((text) => {
      const number = next;
      next += 1 + (text.match(hiddenEnd)?.length ?? 0);
      const whole = text.replaceAll(joinedLine, "<br/>").replaceAll(hiddenEnd, "");
      return { text: whole.trim(), number };
    })
    .filter(({ text }) => text !== "" && !/^(?:%%|accTitle|accDescr)/.test(text));
  const header = lines[0]?.text ?? "";
  const keyword = /^[\w-]+/.exec(header)?.[0] ?? "";
  const name = keyword.toLowerCase();
  const title = /^title:\s*(.+)$/m.exec(frontmatter?.[1] ?? "")?.[1]?.replaceAll(/^["']|["']$/g, "");
  return {
    keyword,
    kind: Object.hasOwn(keywords, name) ? keywords[name] : undefined,
    header,
    settings: settings.join("\n"),
    title: title?.trim(),
    lines: lines.slice(1),
  };
}

/** A string in quotes and backticks, which may span lines. */
const markdownText = /"`([^`]{0,2000})`"/g;
/** A quoted label that spans lines. */
const longText = /(?<=[[({|])"([^"`\n]{0,1000}\n[^"`]{0,1000})"(?=[\])}|/\\])/g;
/** The same between the bars after an arrow. */
const longLinkText = /(?<=>\|)[^"`|\n]{0,1000}\n[^"`|]{0,1000}(?=\|)/g;
const isFlowchart = /^\s*(?:graph|flowchart)\b/im;
const joinedLine = /\uE0FD/g;
const hiddenEnd = /[\uE0FC\uE0FD]/g;

/** Kept on one line until lines are counted; surrounding empty lines count but aren't shown. */
function joinLines(words: string): string {
  return words
    .replaceAll(/^\s*\n|\n\s*$/g, (ends) => "\uE0FC".repeat(ends.match(/\n/g)?.length ?? 0))
    .trim()
    .replaceAll(/[ \t]*\n[ \t]*/g, "\uE0FD");
}

/** Drops formatting and joins lines until they are counted. */
function plainWords(words: string): string {
  return joinLines(words)
    .replaceAll(/\*\*|__/g, "")
    .replaceAll(/(?<![\w*])[*_]([^*_\uE0FD]+)[*_](?![\w*])/g, "$1")
    .replaceAll('"', "#quot;");
}

export function notUnderstood({ text, number }: DiagramLine): DiagramProblem {
  return new DiagramProblem(`its line ${number} is not understood: "${text.slice(0, shownLengthMax)}"`);
}

const shownLengthMax = 60;
