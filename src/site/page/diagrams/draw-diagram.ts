import { createRequire } from "node:module";
import type { HtmlElement } from "../../ground/html/html-node.ts";
import type * as ClassDiagrams from "./class-diagram.ts";
import {
  type DiagramKind,
  type DiagramSource,
  isBrowserKind,
  isDiagramProblem,
  readDiagram,
} from "./diagram-source.ts";
import type { OwnDrawing } from "./drawing-parts.ts";
import { entityText } from "./entity-relationship.ts";
import { fitDrawing } from "./fit-drawing.ts";
import { flowchartText } from "./flowchart.ts";
import type * as GitGraph from "./git-graph.ts";
import { drawText } from "./layout-library.ts";
import { placeInnerLinks } from "./place-inner-links.ts";
import { spreadParallels } from "./repaint-drawing.ts";
import type * as SequenceDiagram from "./sequence.ts";
import { drawStateMarks } from "./state-marks.ts";
import { stateText } from "./state-text.ts";

type Diagram =
  | { ok: true; kind: DiagramKind; title: string | undefined; drawing: HtmlElement }
  /** Mermaid can draw it in the browser. There is a reason if it is of a kind that is usually drawn here. */
  | { ok: false; isForBrowser: true; reason: string | undefined }
  | { ok: false; isForBrowser: false; reason: string };

const require = createRequire(import.meta.url);
const codeLengthMax = 20_000;
/** Graph layout time grows quickly with the number of nodes; a sequence is only a list. */
const graphLinesMax = 150;
const sequenceLinesMax = 600;
/** Kinds that the library doesn't draw. Few sites have one, so each is loaded on first use. */
type OwnKind = Exclude<DiagramKind, "flowchart" | "state" | "er">;
type Painter = (source: DiagramSource) => OwnDrawing;
const painters: Record<OwnKind, () => Painter> = {
  sequence: () => (require("./sequence.ts") as typeof SequenceDiagram).drawSequence,
  class: () => (require("./class-diagram.ts") as typeof ClassDiagrams).drawClasses,
  git: () => (require("./git-graph.ts") as typeof GitGraph).drawGitGraph,
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
  if (code.length > codeLengthMax) return notDrawn(`it has more than ${codeLengthMax} letters`);
  const source = readDiagram(code);
  const { kind } = source;
  if (kind === undefined) return isBrowserKind(source) ? inBrowser(undefined) : notDrawn(unknownKind(source));
  const linesMax = kind === "sequence" ? sequenceLinesMax : graphLinesMax;
  if (source.lines.length > linesMax) return inBrowser(`it has more than ${linesMax} lines`);
  try {
    if (isOwnKind(kind)) {
      const { drawing, title } = painters[kind]()(source);
      return { ok: true, kind, title: source.title ?? title?.trim(), drawing };
    }
    return { ok: true, kind, title: source.title, drawing: fitDrawing(spreadParallels(drawnByLibrary(kind, source))) };
  } catch (error) {
    if (isDiagramProblem(error)) return inBrowser(error.message);
    // The library throws arbitrary errors whose messages are meant for programmers.
    return inBrowser("its parts do not fit together");
  }
}

function inBrowser(reason: string | undefined): Diagram {
  return { ok: false, isForBrowser: true, reason };
}

function notDrawn(reason: string): Diagram {
  return { ok: false, isForBrowser: false, reason };
}

function isOwnKind(kind: DiagramKind): kind is OwnKind {
  return Object.hasOwn(painters, kind);
}

function drawnByLibrary(kind: Exclude<DiagramKind, OwnKind>, source: DiagramSource): HtmlElement {
  if (kind === "flowchart") {
    const { text, groupsAround } = flowchartText(source);
    return placeInnerLinks(drawText(text), groupsAround);
  }
  if (kind === "er") return drawText(entityText(source));
  const { text, marks, regions } = stateText(source);
  return drawStateMarks(drawText(text), marks, regions);
}

function unknownKind({ keyword }: DiagramSource): string {
  if (keyword === "") return "it does not say what kind of diagram it is";
  if (keyword === "zenuml") return "ZenUML is a plugin of Mermaid, and plugins are not included";
  return `"${keyword.slice(0, 40)}" is not a diagram type of Mermaid`;
}
