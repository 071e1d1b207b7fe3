import { describe, expect, test } from "vitest";
import { textOf } from "../../ground/html/html-node.ts";
import { printHtml } from "../../ground/html/print-html.ts";
import { sanitize } from "../../ground/html/sanitize.ts";
import { createStyleCollector } from "../../ground/html/style-collector.ts";
import { draw, reason } from "./diagram-test-support.ts";
import { drawingWords, finishDrawing } from "./finish-drawing.ts";

describe("a pie", () => {
  test("has a slice, a name and a share for each value", () => {
    const { drawing } = draw('pie\n"Dogs" : 30\n\'Cats\' : 9.95\n"Fish" : 0.05\n"None": 0');
    expect(
      drawing.children.filter((child) => typeof child === "object" && "tag" in child && child.tag === "path"),
    ).toHaveLength(3);
    expect(drawingWords(drawing)).toBe("Dogs, 75%, Cats, 25%, Fish, 0.1%, None, 0%");
  });

  test("shows its values if requested, and its title below", () => {
    for (const code of [
      'pie showData title Pets\n"Dogs": 3\n"Cats": 1',
      'pie\nshowData\ntitle Pets\n"Dogs": 3\n"Cats": 1',
    ]) {
      const diagram = draw(code);
      expect(diagram.title).toBe("Pets");
      expect(drawingWords(diagram.drawing)).toBe("Dogs, 3 (75%), Cats, 1 (25%)");
    }
  });

  test("of one value is a whole circle", () => {
    expect(draw('pie\n"All": 3').drawing.children[0]).toMatchObject({ tag: "circle", attributes: { r: 84 } });
  });

  test("has slices clockwise from the top", () => {
    const outlines = draw('pie\n"a": 1\n"b": 3').drawing.children.slice(0, 2);
    expect(outlines).toMatchObject([
      { attributes: { d: "M96 96 L96 12 A84 84 0 0 1 180 96 Z", fill: "var(--_hue-1)" } },
      { attributes: { d: "M96 96 L180 96 A84 84 0 1 1 96 12 Z", fill: "var(--_hue-2)" } },
    ]);
  });

  test("wraps a long name without cutting it", () => {
    const name = "A name that is so long that it does not stand on one line of the legend beside its circle";
    expect(drawingWords(draw(`pie\n"${name}": 3`).drawing)).toBe(`${name}, 100%`);
  });

  test("has names that are text, and no styles", () => {
    const { drawing } = draw('pie\n"<script>alert(1)</script> #lt;b#gt; <img src=x onerror=alert(1)>": 3');
    const html = printHtml(sanitize([finishDrawing(drawing, "d1", "label")], createStyleCollector()));
    expect(html).not.toMatch(/<(?:script|img|b)\b|style/);
    expect(textOf([finishDrawing(drawing, "d1", "label")])).toContain("<b>");
  });

  test.each([
    ["pie\nDogs: 3", 'its line 2 is not understood: "Dogs: 3"'],
    ['pie\n"Dogs": -3', 'its line 2 is not understood: ""Dogs": -3"'],
    ["pie chart", 'its line 1 is not understood: "pie chart"'],
    ['pie\n"a": 0', "its values add up to nothing"],
    ["pie", "its values add up to nothing"],
    [`pie\n"${"x".repeat(601)}": 1`, "it has a label of more than 600 letters"],
    [`pie\n${'"a": 1\n'.repeat(41)}`, "it has more than 40 lines"],
  ])("%s shows its source", (code, why) => {
    expect(reason(code)).toBe(why);
  });
});
