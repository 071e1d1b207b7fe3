import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import type { OwnDrawing } from "./drawing-parts.ts";
import { type GraphEdge, layOutGraph } from "./graph-layout.ts";
import { memberBox } from "./member-box.ts";
import { markAt } from "./relation-marks.ts";

interface Requirement {
  kind: string;
  facts: string[];
}

const kinds: Record<string, string> = {
  requirement: "Requirement",
  functionalrequirement: "Functional requirement",
  interfacerequirement: "Interface requirement",
  performancerequirement: "Performance requirement",
  physicalrequirement: "Physical requirement",
  designconstraint: "Design constraint",
  element: "Element",
};
const factNames: Record<string, string> = {
  id: "ID",
  text: "Text",
  risk: "Risk",
  verifymethod: "Verification",
  type: "Type",
  docref: "Document",
};
const name = String.raw`(?:"[^"]*"|[^\s"{}:<>-][^"{}:<>]*?)`;
const opening = new RegExp(String.raw`^(\w+)\s+(${name})\s*(?::::[\w,-]+)?\s*\{\s*(\})?$`);
const fact = /^(\w+)\s*:\s*(.+)$/;
const relation = new RegExp(String.raw`^(${name})\s*(?:-\s*(\w+)\s*->|<-\s*(\w+)\s*-)\s*(${name})$`);
const cosmetic = /^(?:style|classDef|class|click|link)\s|^[^\s"]+:::[\w-]+$/;
const textWidthMax = 240;

/** Requirements and the elements that satisfy them, with their attributes. */
export function drawRequirements({ lines }: DiagramSource): OwnDrawing {
  const boxes = new Map<string, Requirement>();
  const edges: GraphEdge[] = [];
  let open: Requirement | undefined;
  let direction = "TB";
  for (const line of lines) {
    const { text } = line;
    const related = relation.exec(text);
    const asked = /^direction\s+(TB|BT|LR|RL)$/.exec(text)?.[1];
    if (open !== undefined) {
      if (text === "}") open = undefined;
      else open.facts.push(readFact(line));
    } else if (related !== null) edges.push(edgeOf(related));
    else if (asked !== undefined) direction = asked;
    else if (!cosmetic.test(text)) open = openBox(line, boxes);
  }
  for (const end of edges.flatMap(({ from, to }) => [from, to]))
    if (!boxes.has(end)) throw new DiagramProblem(`it relates "${end.slice(0, 40)}", which it does not define`);
  if (boxes.size === 0) throw new DiagramProblem("it has no requirement");
  const nodes = [...boxes].map(([id, { kind, facts }]) =>
    memberBox({ id, group: undefined, name: id, kinds: [kind], parts: [facts], widthMax: textWidthMax }),
  );
  return { title: undefined, drawing: layOutGraph({ direction, nodes, groups: [], edges }) };
}

/** The box whose attributes follow; one closed on the same line has none. */
function openBox(line: DiagramLine, boxes: Map<string, Requirement>): Requirement | undefined {
  const [, word = "", written = "", closed] = opening.exec(line.text) ?? [];
  const kind = Object.hasOwn(kinds, word.toLowerCase()) ? kinds[word.toLowerCase()] : undefined;
  if (kind === undefined) throw notUnderstood(line);
  const box: Requirement = { kind, facts: [] };
  boxes.set(plainName(written), box);
  return closed === undefined ? box : undefined;
}

function readFact(line: DiagramLine): string {
  const [, key = "", value = ""] = fact.exec(line.text) ?? [];
  const known = Object.hasOwn(factNames, key.toLowerCase()) ? factNames[key.toLowerCase()] : undefined;
  if (known === undefined) throw notUnderstood(line);
  return `${known}: ${plainName(value)}`;
}

function edgeOf([, first = "", forth, back, second = ""]: RegExpExecArray): GraphEdge {
  const [from, to] = back === undefined ? [first, second] : [second, first];
  const label = forth ?? back ?? "";
  const isPart = label.toLowerCase() === "contains";
  return {
    from: plainName(from),
    to: plainName(to),
    label: `«${label}»`,
    isDashed: !isPart,
    ends: (points) => (isPart ? markAt("cross circle", [...points].reverse()) : markAt("arrow", points)),
  };
}

function plainName(written: string): string {
  return written
    .trim()
    .replaceAll(/^"|"$/g, "")
    .replaceAll(/\*\*|__/g, "");
}
