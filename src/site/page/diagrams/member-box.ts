import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { type Label, labelOf, tenth, textAt } from "./drawing-parts.ts";
import type { GraphNode } from "./graph-layout.ts";
import type { Place } from "./repaint-drawing.ts";

interface Members {
  id: string;
  group: string | undefined;
  name: string;
  /** Its stereotype, in guillemets above its name. */
  kinds: string[];
  /** Lists of its members, separated by lines. */
  parts: string[][];
}

const widthMax = 340;
const padding = 12;
const gap = 7;

/** A box with a name and lists below it, like a UML class. */
export function memberBox({ id, group, name, ...members }: Members): GraphNode {
  const kinds = members.kinds.map((text) => labelOf(`«${text}»`, widthMax));
  const head = labelOf(name, widthMax);
  const parts = members.parts
    .filter((list) => list.length > 0)
    .map((list) => list.map((text) => labelOf(text, widthMax)));
  const labels = [...kinds, head, ...parts.flat()];
  const width = Math.max(...labels.map((label) => label.width)) + 2 * padding;
  const height = [[...kinds, head], ...parts].reduce((sum, list) => sum + heightOf(list) + 2 * gap, 0);

  function paint(place: Place): HtmlNode[] {
    const space = gap + (place.height - height) / (parts.length + 1) / 2;
    const middle = place.x + place.width / 2;
    const words: HtmlNode[] = [];
    let y = place.y + space;
    for (const kind of kinds) {
      words.push(
        textAt(middle, y + kind.height / 2, kind, { anchor: "middle", fill: "var(--_text-sec)", weight: 400 }),
      );
      y += kind.height;
    }
    words.push(textAt(middle, y + head.height / 2, head, { anchor: "middle", weight: 600 }));
    y += head.height + space;
    for (const list of parts) {
      words.push(lineAt(place, y));
      y += space;
      for (const label of list) {
        words.push(textAt(place.x + padding, y + label.height / 2, label, { weight: 400 }));
        y += label.height;
      }
      y += space;
    }
    return [outlineAt(place), ...words];
  }

  return { id, group, width, height, paint };
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
