import { element, type HtmlNode } from "../html/html-node.ts";
import { type ClassBox, type ClassDiagram, type ClassRelation, readClasses } from "./class-lines.ts";
import { DiagramProblem, type DiagramSource } from "./diagram-source.ts";
import { boxAt, type Label, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";
import { type GraphEdge, type GraphNode, layOutGraph } from "./graph-layout.ts";
import { countAt, markAt } from "./relation-marks.ts";
import type { Place } from "./repaint-drawing.ts";

const textWidthMax = 340;
const noteWidthMax = 220;
const padding = 12;
const gap = 7;
const soft = { fill: "var(--_text-sec)", weight: 400 } as const;

/** Classes with their members, notes beside them, and how they relate. */
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
  const kinds = annotations.map((text) => labelOf(`«${text}»`, textWidthMax));
  const head = labelOf(name, textWidthMax);
  const parts = [attributes, methods].filter((list) => list.length > 0).map((list) => list.map(memberLabel));
  const labels = [...kinds, head, ...parts.flat()];
  const headHeight = heightOf([...kinds, head]) + 2 * gap;
  const width = Math.max(...labels.map((label) => label.width)) + 2 * padding;
  const height = headHeight + parts.reduce((sum, list) => sum + heightOf(list) + 2 * gap, 0);
  return {
    id,
    group,
    width,
    height,
    paint(place) {
      const spare = (place.height - height) / (parts.length + 1);
      let y = place.y + gap + spare / 2;
      const middle = place.x + place.width / 2;
      const words: HtmlNode[] = [];
      for (const kind of kinds) {
        words.push(textAt(middle, y + kind.height / 2, kind, { ...soft, anchor: "middle" }));
        y += kind.height;
      }
      words.push(textAt(middle, y + head.height / 2, head, { anchor: "middle", weight: 600 }));
      y += head.height + gap + spare / 2;
      for (const list of parts) {
        words.push(lineAt(place, y));
        y += gap + spare / 2;
        for (const label of list) {
          words.push(textAt(place.x + padding, y + label.height / 2, label, { weight: 400 }));
          y += label.height;
        }
        y += gap + spare / 2;
      }
      return [outlineAt(place), ...words];
    },
  };
}

/** Marks for static and abstract members stand behind them, as in the source. */
function memberLabel(text: string): Label {
  return labelOf(text, textWidthMax);
}

function heightOf(labels: Label[]): number {
  return labels.reduce((sum, { height }) => sum + height, 0);
}

function outlineAt({ x, y, width, height }: Place): HtmlNode {
  const look = { fill: "var(--_node-fill)", stroke: "var(--_node-stroke)", "stroke-width": 1 };
  return element("rect", { x, y, width, height, rx: 6, ...look });
}

function lineAt({ x, width }: Place, y: number): HtmlNode {
  const d = `M${tenth(x)} ${tenth(y)}H${tenth(x + width)}`;
  return element("path", { d, fill: "none", stroke: "var(--_node-stroke)", "stroke-width": 1 });
}

/** Its circle is the end of the line, so the node is its name alone. */
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
