import { describe, expect, test } from "vitest";
import { type HtmlElement, isElement } from "../../ground/html/html-node.ts";
import { readDiagram } from "./diagram-source.ts";
import { draw } from "./diagram-test-support.ts";
import { drawDiagram } from "./draw-diagram.ts";
import { drawingWords } from "./finish-drawing.ts";
import { readMindmap } from "./mindmap.ts";

const drawn = (code: string) => draw(code).drawing;

function parts({ children }: HtmlElement, tag: string): HtmlElement[] {
  return children.filter(isElement).filter((child) => child.tag === tag);
}

describe("a mindmap", () => {
  test("makes each line a child of the last one with less indentation", () => {
    const code =
      "mindmap\n  root((The root))\n    A\n      a1[Square]\n      ::icon(fa fa-book)\n      a2(Round)\n     B\n    C)Cloud(\n";
    expect(readMindmap(readDiagram(code).lines)).toEqual({
      text: "The root",
      shape: "circle",
      children: [
        {
          text: "A",
          shape: "plain",
          children: [
            { text: "Square", shape: "square", children: [] },
            { text: "Round", shape: "round", children: [] },
            { text: "B", shape: "plain", children: [] },
          ],
        },
        { text: "Cloud", shape: "round", children: [] },
      ],
    });
  });

  test("draws every node once, with a link to each but the root", () => {
    const drawing = drawn('mindmap\nroot\n One\n  Deep<br/>down\n Two\n Three["(quoted)"]\n');
    expect(drawingWords(drawing)).toBe("root, One, Deep down, Two, (quoted)");
    expect(parts(drawing, "path")).toHaveLength(4);
  });

  test("has branches on both sides of its root, without overlapping boxes", () => {
    const drawing = drawn(
      `mindmap\nroot\n${" A branch\n  a leaf\n   and one more\n  another with many words in it\n".repeat(5)}`,
    );
    const boxes = parts(drawing, "rect").map(({ attributes }) => ({
      x: Number(attributes.x),
      y: Number(attributes.y),
      right: Number(attributes.x) + Number(attributes.width),
      bottom: Number(attributes.y) + Number(attributes.height),
    }));
    const [root] = boxes;
    expect(boxes.filter(({ right }) => right < (root?.x ?? 0))).toHaveLength(8);
    expect(boxes.filter(({ x }) => x > (root?.right ?? 0))).toHaveLength(12);
    for (const box of boxes) {
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(Number(drawing.attributes.width));
      expect(box.bottom).toBeLessThanOrEqual(Number(drawing.attributes.height));
      const touched = boxes.filter(
        (other) => other.x < box.right && other.right > box.x && other.y < box.bottom && other.bottom > box.y,
      );
      expect(touched).toEqual([box]);
    }
  });

  test("may be as deep as it has lines", () => {
    const lines = Array.from({ length: 150 }, (_, depth) => `${" ".repeat(depth)}n`);
    expect(parts(drawn(`mindmap\n${lines.join("\n")}`), "rect")).toHaveLength(150);
  });

  test.each([
    ["mindmap\nA\nB", "it has a second root in its line 3"],
    ["mindmap", "it has no root"],
    ["mindmap\nroot\n a[open", 'its line 3 is not understood: "a[open"'],
    ["mindmap\nroot\n a[]", 'its line 3 is not understood: "a[]"'],
    [`mindmap\nroot\n${" a\n".repeat(150)}`, "it has more than 150 lines"],
  ])("%s shows its source", (code, why) => {
    expect(drawDiagram(code)).toEqual({ ok: false, reason: why });
  });
});
