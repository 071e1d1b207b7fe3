import { hideSigns } from "./label-signs.ts";

export interface FlowNode {
  id: string;
  /** The shape with its label, `["…"]` and so on. Undefined if the statement only references the node. */
  shape: string | undefined;
  className: string | undefined;
}

export interface FlowLink {
  arrow: string;
  label: string | undefined;
  isInvisible: boolean;
}

/** The delimiters of each shape, and those of the closest shape that can be drawn. Longer ones come first. */
const shapes: readonly [string, string, string, string][] = [
  ["(((", ")))", "(((", ")))"],
  ["([", "])", "([", "])"],
  ["((", "))", "((", "))"],
  ["[[", "]]", "[[", "]]"],
  ["[(", ")]", "[(", ")]"],
  ["[/", "/]", "[", "]"],
  ["[/", "\\]", "[/", "\\]"],
  ["[\\", "/]", "[\\", "/]"],
  ["[\\", "\\]", "[", "]"],
  ["{{", "}}", "{{", "}}"],
  [">", "]", ">", "]"],
  ["[", "]", "[", "]"],
  ["(", ")", "(", ")"],
  ["{", "}", "{", "}"],
];

/** Shape names in `@{ shape: … }`, by the delimiters of the closest drawable shape. All others are boxes. */
const shapeNames: readonly [names: string, open: string, close: string][] = [
  ["diam diamond decision question", "{", "}"],
  ["cyl cylinder database db disk das h-cyl horizontal-cylinder lin-cyl lined-cylinder", "[(", ")]"],
  [
    "circle circ sm-circ small-circle start f-circ filled-circle junction cross-circ crossed-circle summary",
    "((",
    "))",
  ],
  ["dbl-circ double-circle fr-circ framed-circle stop", "(((", ")))"],
  ["stadium pill terminal", "([", "])"],
  ["fr-rect subroutine subproc subprocess framed-rectangle", "[[", "]]"],
  ["hex hexagon prepare", "{{", "}}"],
  ["rounded event", "(", ")"],
  ["odd", ">", "]"],
  ["trap-b trapezoid trapezoid-bottom priority", "[/", "\\]"],
  ["trap-t trapezoid-top inv-trapezoid manual", "[\\", "/]"],
];
const shapesByName = new Map(
  shapeNames.flatMap(([names, open, close]) => names.split(" ").map((name) => [name, [open, close] as const])),
);

const idPattern = /^[\p{L}\p{N}_$]+(?:[-.:/](?![-.>:])[\p{L}\p{N}_$]+)*/u;
const classPattern = /^:::([\w-]+)/;
const newShapePattern = /^@\{([^}]*)\}/;
const link =
  /^(?:[\p{L}\p{N}_]+@(?=[-=<]))?([<xo])?(?:(-{2,})([->xo])|(={2,})([=>xo])|-\.+-([>xo])?)\s*(?:\|\s*"([^"]*)"\s*\||\|([^|]*)\|)?/u;
const labelledLink =
  /^([<xo])?(?:--\s*(?![-.>])(.+?)\s*-{1,}([->xo])|==\s*(?![=>])(.+?)\s*={1,}([=>xo])|-\.\s*(.+?)\s*\.+-([>xo])?)/;

/** Reads a node at the start of a text: its ID, its shape with the label, its class. */
export function takeNode(text: string): [FlowNode, string] | undefined {
  const id = idPattern.exec(text)?.[0];
  if (id === undefined) return undefined;
  let rest = text.slice(id.length);
  let shape: string | undefined;
  const newShape = newShapePattern.exec(rest);
  if (newShape !== null) {
    const label = /label:\s*(?:"([^"]*)"|([^,]+))/.exec(newShape[1] ?? "");
    const name = /shape:\s*["']?([\w-]+)/.exec(newShape[1] ?? "")?.[1] ?? "";
    const [open, close] = shapesByName.get(name) ?? ["[", "]"];
    shape = `${open}${hideSigns(label?.[1] ?? label?.[2] ?? id)}${close}`;
    rest = rest.slice(newShape[0].length);
  } else {
    const found = takeShape(rest);
    if (found !== undefined) [shape, rest] = found;
  }
  const className = classPattern.exec(rest)?.[1];
  if (className !== undefined) rest = rest.slice(className.length + 3);
  return [{ id, shape, className }, rest.trimStart()];
}

/** Reads a shape: its delimiters, and the label with inner delimiters hidden. */
function takeShape(text: string): [string, string] | undefined {
  for (const [open, close, drawnOpen, drawnClose] of shapes) {
    if (!text.startsWith(open)) continue;
    const start = open.length;
    const quoted = /^\s*"([^"]*)"\s*/.exec(text.slice(start));
    const labelEnd = quoted === null ? text.indexOf(close, start) : start + quoted[0].length;
    if (labelEnd < 0 || !text.startsWith(close, labelEnd)) continue;
    const label = quoted?.[1] ?? text.slice(start, labelEnd);
    return [`${drawnOpen}${hideSigns(label)}${drawnClose}`, text.slice(labelEnd + close.length)];
  }
  return undefined;
}

/** Reads a link of any length at the start of a text. */
export function takeLink(text: string): [FlowLink, string] | undefined {
  const invisible = /^~{3,}\s*/.exec(text);
  if (invisible !== null) return [{ arrow: "", label: undefined, isInvisible: true }, text.slice(invisible[0].length)];
  const plain = link.exec(text);
  if (plain !== null) {
    const [whole, start, solid, solidEnd, thick, thickEnd, dottedEnd, quotedLabel, plainLabel] = plain;
    const family = solid !== undefined ? "solid" : thick !== undefined ? "thick" : "dotted";
    const end = solidEnd ?? thickEnd ?? dottedEnd;
    return [flowLink(family, start, end, quotedLabel ?? plainLabel), text.slice(whole.length).trimStart()];
  }
  const labelled = labelledLink.exec(text);
  if (labelled === null) return undefined;
  const [whole, start, solidLabel, solidEnd, thickLabel, thickEnd, dottedLabel, dottedEnd] = labelled;
  const family = solidLabel !== undefined ? "solid" : thickLabel !== undefined ? "thick" : "dotted";
  const parts = flowLink(family, start, solidEnd ?? thickEnd ?? dottedEnd, solidLabel ?? thickLabel ?? dottedLabel);
  return [parts, text.slice(whole.length).trimStart()];
}

const arrows = {
  solid: { pointed: "-->", plain: "---" },
  thick: { pointed: "==>", plain: "===" },
  dotted: { pointed: "-.->", plain: "-.-" },
};

/** Circle and cross ends are drawn as arrows. */
function flowLink(
  family: keyof typeof arrows,
  start: string | undefined,
  end: string | undefined,
  label: string | undefined,
): FlowLink {
  const isPointed = end !== undefined && /[>xo]/.test(end);
  const arrow = `${start !== undefined && isPointed ? "<" : ""}${arrows[family][isPointed ? "pointed" : "plain"]}`;
  const words = label?.trim().replaceAll(/^"|"$/g, "");
  return { arrow, label: words === undefined || words === "" ? undefined : hideSigns(words), isInvisible: false };
}
