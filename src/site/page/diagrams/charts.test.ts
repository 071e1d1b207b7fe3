import { describe, expect, test } from "vitest";
import { type HtmlElement, isElement } from "../../ground/html/html-node.ts";
import { draw, reason } from "./diagram-test-support.ts";
import { drawingWords } from "./finish-drawing.ts";

function parts(drawing: HtmlElement, tag: string): HtmlElement[] {
  const own = drawing.tag === tag ? [drawing] : [];
  return [...own, ...drawing.children.filter(isElement).flatMap((child) => parts(child, tag))];
}

describe("a journey", () => {
  const code = "journey\ntitle A day\nsection Work\nMake tea: 5: Me\nWalk: 2 : Me, Cat\nsection Home\nSleep: 3";

  test("lists its tasks by section, with score and people", () => {
    const { drawing, title } = draw(code);
    expect(title).toBe("A day");
    expect(drawingWords(drawing)).toBe("Work, Make tea, 5, Me, Walk, 2, Me, Cat, Home, Sleep, 3");
  });

  test("fills as many dots as the score, and gives each person one color", () => {
    const circles = parts(draw(code).drawing, "circle");
    expect(circles.filter(({ attributes }) => attributes.r === 5)).toHaveLength(15);
    expect(circles.filter(({ attributes }) => attributes.r === 5 && attributes.fill !== "none")).toHaveLength(10);
    expect(circles.filter(({ attributes }) => attributes.r === 4).map(({ attributes }) => attributes.fill)).toEqual([
      "var(--_hue-1)",
      "var(--_hue-1)",
      "var(--_hue-2)",
    ]);
  });

  test.each([
    ["journey", "it has no task"],
    ["journey\nWalk: well: Me", 'its line 2 is not understood: "Walk: well: Me"'],
    ["journey\nWalk: 11: Me", 'its line 2 is not understood: "Walk: 11: Me"'],
  ])("%s shows its source", (text, why) => {
    expect(reason(text)).toBe(why);
  });
});

describe("a quadrant chart", () => {
  test("labels quadrants, axes and points, and places each point", () => {
    const { drawing, title } = draw(
      'quadrantChart\ntitle Reach\nx-axis Low --> "High"\ny-axis Effort\nquadrant-1 Do\nquadrant-3 Drop\nA: [0, 1]\n"B: b": [0.5, .25]',
    );
    expect(title).toBe("Reach");
    expect(drawingWords(drawing)).toBe("Do, Drop, A, 0, 1, B: b, 0.5, 0.25, Low, High, Effort");
    expect(parts(drawing, "circle")).toMatchObject([
      { attributes: { cx: 38, cy: 12 } },
      { attributes: { cx: 228, cy: 297 } },
    ]);
  });

  test("never overlaps the labels of nearby points", () => {
    const { drawing } = draw("quadrantChart\nFirst: [0.5, 0.5]\nSecond: [0.51, 0.5]");
    const [first, second] = parts(drawing, "text").map(({ attributes }) => Number(attributes.x));
    expect(Math.abs((first ?? 0) - (second ?? 0))).toBeGreaterThan(40);
  });

  test("takes only size and color from the point, then from its class", () => {
    const { drawing } = draw(
      "quadrantChart\nA:::big: [0.1, 0.1] color: #ff3300\nB:::big: [0.9, 0.9]\nC: [0.2, 0.9] color: url(x)\nclassDef big color: #00ff00, radius: 999",
    );
    expect(parts(drawing, "circle")).toMatchObject([
      { attributes: { r: 40, fill: "#ff3300" } },
      { attributes: { r: 40, fill: "#00ff00" } },
      { attributes: { r: 5, fill: "var(--_hue-1)" } },
    ]);
  });

  test.each([
    ["quadrantChart", "it has neither fields nor points"],
    ["quadrantChart\nA: [0.1, 1.2]", 'its line 2 is not understood: "A: [0.1, 1.2]"'],
    ["quadrantChart\nquadrant-5 What", 'its line 2 is not understood: "quadrant-5 What"'],
  ])("%s shows its source", (text, why) => {
    expect(reason(text)).toBe(why);
  });
});

describe("a chart of bars and lines", () => {
  test("contains its names, ticks and values as text", () => {
    const { drawing, title } = draw(
      'xychart-beta\ntitle "Sales"\nx-axis Month [jan, "feb, mar"]\ny-axis "Thousands" 0 --> 20\nbar "This year" [5, 20]\nline [1.5, 2]',
    );
    expect(title).toBe("Sales");
    expect(drawingWords(drawing)).toBe(
      "This year, This year: jan: 5; feb, mar: 20, jan: 1.5; feb, mar: 2, 0, 5, 10, 15, 20, jan, feb, mar, Thousands, Month",
    );
  });

  test("has bars as high as their values, starting at zero", () => {
    const { drawing } = draw("xychart\nbar [10, -10, 5]");
    const heights = parts(drawing, "rect").map(({ attributes }) => Number(attributes.height));
    expect(heights).toHaveLength(3);
    expect(heights[0]).toBeCloseTo(heights[1] ?? 0, 0);
    expect(heights[0]).toBeCloseTo(2 * (heights[2] ?? 0), 0);
  });

  test("is horizontal if requested", () => {
    const widths = (code: string) => parts(draw(code).drawing, "rect").map(({ attributes }) => attributes.width);
    expect(widths("xychart-beta horizontal\nbar [10, 5]")).toEqual([480, 240]);
    expect(new Set(widths("xychart-beta\nbar [10, 5]")).size).toBe(1);
  });

  test("numbers unnamed columns, and keeps values outside its range inside the chart", () => {
    expect(drawingWords(draw("xychart\nx-axis 10 --> 20\nline [1, 2, 3]").drawing)).toContain("10: 1; 15: 2; 20: 3");
    const { drawing } = draw("xychart\ny-axis 0 --> 1\nline [9]");
    expect(Number(parts(drawing, "circle")[0]?.attributes.cy)).toBeGreaterThanOrEqual(12);
  });

  test.each([
    ["xychart", "it has no values"],
    ["xychart\nbar [1, two]", 'its line 2 is not understood: "bar [1, two]"'],
    ["xychart\ny-axis 5 --> 5\nbar [1]", "an axis of it ends before it starts"],
    [`xychart\nbar [${"1,".repeat(60)}1]`, "it has more than 60 values in a row or 8 rows"],
    ["xychart\npie [1]", 'its line 2 is not understood: "pie [1]"'],
  ])("%s shows its source", (text, why) => {
    expect(reason(text)).toBe(why);
  });
});
