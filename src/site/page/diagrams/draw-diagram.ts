import { createRequire } from "node:module";
import type { HtmlElement } from "../../ground/html/html-node.ts";
import type * as Architecture from "./architecture.ts";
import type * as BlockDiagrams from "./block.ts";
import type * as C4 from "./c4.ts";
import type * as ClassDiagrams from "./class-diagram.ts";
import { type DiagramKind, type DiagramSource, diagramKinds, isDiagramProblem, readDiagram } from "./diagram-source.ts";
import type { OwnDrawing } from "./drawing-parts.ts";
import { entityText } from "./entity-relationship.ts";
import { fitDrawing } from "./fit-drawing.ts";
import { flowchartText } from "./flowchart.ts";
import type * as Gantt from "./gantt.ts";
import type * as GitGraph from "./git-graph.ts";
import type * as Journey from "./journey.ts";
import type * as Kanban from "./kanban.ts";
import { drawText } from "./layout-library.ts";
import type * as Mindmap from "./mindmap.ts";
import type * as Packet from "./packet.ts";
import type * as Pie from "./pie.ts";
import type * as Quadrant from "./quadrant.ts";
import type * as Radar from "./radar.ts";
import type * as Requirement from "./requirement.ts";
import type * as Sankey from "./sankey.ts";
import type * as SequenceDiagram from "./sequence.ts";
import { drawStateMarks } from "./state-marks.ts";
import { stateText } from "./state-text.ts";
import type * as Timeline from "./timeline.ts";
import type * as Treemap from "./treemap.ts";
import type * as XyChart from "./xychart.ts";
import type * as ZenUml from "./zenuml.ts";

type Diagram =
  | { ok: true; kind: DiagramKind; title: string | undefined; drawing: HtmlElement }
  | { ok: false; reason: string };

const require = createRequire(import.meta.url);
const codeLengthMax = 20_000;
/** Graph layout time grows quickly with the number of nodes; a sequence is only a list. */
const lineMax: Record<DiagramKind, number> = {
  flowchart: 150,
  state: 150,
  class: 150,
  er: 150,
  sequence: 600,
  pie: 40,
  timeline: 200,
  mindmap: 150,
  gantt: 150,
  git: 150,
  journey: 150,
  quadrant: 80,
  xychart: 40,
  c4: 150,
  sankey: 150,
  kanban: 150,
  packet: 150,
  requirement: 300,
  radar: 80,
  treemap: 150,
  block: 150,
  architecture: 200,
};
/** Kinds that the library doesn't draw. Few sites have one, so each is loaded on first use. */
type OwnKind = Exclude<DiagramKind, "flowchart" | "state" | "er" | "c4">;
type Painter = (source: DiagramSource) => OwnDrawing;
const painters: Record<OwnKind, () => Painter> = {
  sequence: () => (require("./sequence.ts") as typeof SequenceDiagram).drawSequence,
  class: () => (require("./class-diagram.ts") as typeof ClassDiagrams).drawClasses,
  pie: () => (require("./pie.ts") as typeof Pie).drawPie,
  timeline: () => (require("./timeline.ts") as typeof Timeline).drawTimeline,
  mindmap: () => (require("./mindmap.ts") as typeof Mindmap).drawMindmap,
  gantt: () => (require("./gantt.ts") as typeof Gantt).drawGantt,
  git: () => (require("./git-graph.ts") as typeof GitGraph).drawGitGraph,
  journey: () => (require("./journey.ts") as typeof Journey).drawJourney,
  quadrant: () => (require("./quadrant.ts") as typeof Quadrant).drawQuadrants,
  xychart: () => (require("./xychart.ts") as typeof XyChart).drawXyChart,
  sankey: () => (require("./sankey.ts") as typeof Sankey).drawSankey,
  kanban: () => (require("./kanban.ts") as typeof Kanban).drawKanban,
  packet: () => (require("./packet.ts") as typeof Packet).drawPacket,
  requirement: () => (require("./requirement.ts") as typeof Requirement).drawRequirements,
  radar: () => (require("./radar.ts") as typeof Radar).drawRadar,
  treemap: () => (require("./treemap.ts") as typeof Treemap).drawTreemap,
  architecture: () => (require("./architecture.ts") as typeof Architecture).drawArchitecture,
  block: () => (require("./block.ts") as typeof BlockDiagrams).drawBlocks,
};
const rememberedMax = 200;
const remembered = new Map<string, Diagram>();

/** The drawing of a Mermaid text, cached: the same diagram appears on many pages and in many builds. */
export function drawDiagram(code: string): Diagram {
  const known = remembered.get(code);
  if (known !== undefined) return known;
  const diagram = draw(code);
  if (remembered.size >= rememberedMax) remembered.clear();
  remembered.set(code, diagram);
  return diagram;
}

function draw(code: string): Diagram {
  if (code.length > codeLengthMax) return { ok: false, reason: `it has more than ${codeLengthMax} letters` };
  const read = readDiagram(code);
  const { kind } = read;
  if (kind === undefined) return { ok: false, reason: unknownKind(read) };
  if (read.lines.length > lineMax[kind]) return { ok: false, reason: `it has more than ${lineMax[kind]} lines` };
  try {
    const source = translated(read);
    if (isOwnKind(kind)) {
      const { drawing, title } = painters[kind]()(source);
      return { ok: true, kind, title: source.title ?? title?.trim(), drawing };
    }
    return { ok: true, kind, title: source.title, drawing: fitDrawing(drawnByLibrary(kind, source)) };
  } catch (error) {
    if (isDiagramProblem(error)) return { ok: false, reason: error.message };
    // The library throws arbitrary errors whose messages are meant for programmers.
    return { ok: false, reason: "its parts do not fit together" };
  }
}

/** Kinds that are converted to another one. */
function translated(source: DiagramSource): DiagramSource {
  if (source.kind === "c4") return (require("./c4.ts") as typeof C4).c4Flowchart(source);
  const isZenUml = source.keyword.toLowerCase() === "zenuml";
  return isZenUml ? (require("./zenuml.ts") as typeof ZenUml).zenumlSequence(source) : source;
}

function isOwnKind(kind: DiagramKind): kind is OwnKind {
  return Object.hasOwn(painters, kind);
}

function drawnByLibrary(kind: Exclude<DiagramKind, OwnKind>, source: DiagramSource): HtmlElement {
  if (kind === "flowchart" || kind === "c4") return drawText(flowchartText(source));
  if (kind === "er") return drawText(entityText(source));
  const { text, marks, regions } = stateText(source);
  return drawStateMarks(drawText(text), marks, regions);
}

function unknownKind({ keyword }: DiagramSource): string {
  return keyword === ""
    ? "it does not say what kind of diagram it is"
    : `"${keyword.slice(0, 40)}" is not a supported diagram type (${diagramKinds.join(", ")})`;
}
