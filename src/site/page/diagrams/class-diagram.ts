import { type ClassBox, type ClassDiagram, type ClassRelation, readClasses } from "./class-lines.ts";
import { DiagramProblem, type DiagramSource } from "./diagram-source.ts";
import { boxAt, labelOf, type OwnDrawing, textAt } from "./drawing-parts.ts";
import { type GraphEdge, type GraphNode, layOutGraph } from "./graph-layout.ts";
import { memberBox } from "./member-box.ts";
import { countAt, markAt } from "./relation-marks.ts";
import type { Place } from "./repaint-drawing.ts";

const textWidthMax = 340;
const noteWidthMax = 220;
const padding = 12;
const gap = 7;

/** Classes with their members, notes and relations. */
export function drawClasses(source: DiagramSource): OwnDrawing {
  const diagram = readClasses(source);
  if (diagram.classes.size + diagram.notes.length === 0) throw new DiagramProblem("it has no class");
  const interfaces = new Set(
    diagram.relations.flatMap(({ from, to, start, end }) => [
      ...(start === "circle" ? [from] : []),
      ...(end === "circle" ? [to] : []),
    ]),
  );
  const nodes = [
    ...[...diagram.classes].map(([id, box]) => (interfaces.has(id) ? interfaceNode(id, box) : classNode(id, box))),
    ...noteNodes(diagram),
  ];
  const edges = [...diagram.relations.map(relationEdge), ...noteEdges(diagram)];
  const { direction, namespaces: groups } = diagram;
  return { title: undefined, drawing: layOutGraph({ direction, nodes, groups, edges }) };
}

function classNode(id: string, { name, group, annotations, attributes, methods }: ClassBox): GraphNode {
  return memberBox({ id, group, name, kinds: annotations, parts: [attributes, methods] });
}

/** Its circle is the end of the line, so the node is only its name. */
function interfaceNode(id: string, { name, group }: ClassBox): GraphNode {
  const label = labelOf(name, textWidthMax);
  const paint = ({ x, y, width, height }: Place) => [
    textAt(x + width / 2, y + height / 2, label, { anchor: "middle", weight: 600 }),
  ];
  return { id, group, width: label.width + padding, height: label.height + gap, paint };
}

function noteNodes({ notes }: ClassDiagram): GraphNode[] {
  return notes.map(({ text, group }, index) => {
    const label = labelOf(text, noteWidthMax);
    const paint = (place: Place) => boxAt({ ...place, radius: 3 }, label, { hue: "var(--_hue-3)", weight: 400 });
    return { id: `note ${index}`, group, width: label.width + 2 * padding, height: label.height + 2 * gap, paint };
  });
}

function noteEdges({ notes }: ClassDiagram): GraphEdge[] {
  return notes.flatMap(({ of }, index) =>
    of === undefined ? [] : [{ from: `note ${index}`, to: of, label: "", isDashed: true, ends: () => [] }],
  );
}

function relationEdge(relation: ClassRelation): GraphEdge {
  const { from, to, label, isDashed, start, end, startCount, endCount } = relation;
  return {
    from,
    to,
    label,
    isDashed,
    ends(points) {
      const back = [...points].reverse();
      return [
        ...markAt(start, back),
        ...markAt(end, points),
        ...countAt(startCount, back, start),
        ...countAt(endCount, points, end),
      ];
    },
  };
}
