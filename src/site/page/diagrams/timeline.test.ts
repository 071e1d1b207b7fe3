import { describe, expect, test } from "vitest";
import { type HtmlElement, isElement } from "../../ground/html/html-node.ts";
import { draw } from "./diagram-test-support.ts";
import { drawDiagram } from "./draw-diagram.ts";
import { drawingWords } from "./finish-drawing.ts";

function parts({ children }: HtmlElement, tag: string): HtmlElement[] {
  return children.filter(isElement).filter((child) => child.tag === tag);
}

describe("a timeline", () => {
  test("has its periods in order, each with its events", () => {
    const { drawing, title } = draw(
      "timeline\ntitle Releases\n2002 : First\n2004 : Second : Third\n     : Fourth\n2005\n2006 : At 10:30 sharp",
    );
    expect(title).toBe("Releases");
    expect(drawingWords(drawing)).toBe("2002, First, 2004, Second, Third, Fourth, 2005, 2006, At 10:30 sharp");
    expect(parts(drawing, "circle")).toHaveLength(4);
  });

  test("names each section once, and gives its periods one color", () => {
    const { drawing } = draw("timeline TD\nsection Old\n1 : a\n2 : b\nsection New\n3 : c");
    expect(drawingWords(drawing)).toBe("Old, 1, a, 2, b, New, 3, c");
    expect(parts(drawing, "circle").map(({ attributes }) => attributes.fill)).toEqual([
      "var(--_hue-1)",
      "var(--_hue-1)",
      "var(--_hue-2)",
    ]);
  });

  test("keeps everything inside its frame, without overlapping boxes", () => {
    const { drawing } = draw(
      `timeline\n1 : ${"many words ".repeat(20)} : b : c\nA rather long name of a time, yes : d`,
    );
    const boxes = parts(drawing, "rect").map(({ attributes }) => ({
      x: Number(attributes.x),
      y: Number(attributes.y),
      right: Number(attributes.x) + Number(attributes.width),
      bottom: Number(attributes.y) + Number(attributes.height),
    }));
    for (const box of boxes) {
      expect(box.right).toBeLessThanOrEqual(Number(drawing.attributes.width));
      expect(box.bottom).toBeLessThanOrEqual(Number(drawing.attributes.height));
      const touched = boxes.filter(
        (other) => other.x < box.right && other.right > box.x && other.y < box.bottom && other.bottom > box.y,
      );
      expect(touched).toEqual([box]);
    }
  });

  test.each([
    ["timeline\n: an event of no time", 'its line 2 is not understood: ": an event of no time"'],
    ["timeline\ntitle Nothing", "it has no time"],
    [`timeline\n${"1 : a\n".repeat(201)}`, "it has more than 200 lines"],
    [`timeline\n1 : ${"x".repeat(601)}`, "it has a label of more than 600 letters"],
  ])("%s shows its source", (code, why) => {
    expect(drawDiagram(code)).toEqual({ ok: false, reason: why });
  });
});
