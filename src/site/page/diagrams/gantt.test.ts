import { describe, expect, test } from "vitest";
import { type HtmlElement, isElement } from "../../ground/html/html-node.ts";
import { readDiagram } from "./diagram-source.ts";
import { draw } from "./diagram-test-support.ts";
import { drawDiagram } from "./draw-diagram.ts";
import { drawingWords } from "./finish-drawing.ts";
import { ticksBetween } from "./gantt.ts";
import { readGantt } from "./gantt-tasks.ts";

/** Each task as `name start/end`. */
function spans(code: string): string[] {
  return readGantt(readDiagram(`gantt\n${code}`).lines).tasks.map(({ name, start, end }) => {
    const [from, to] = [start, end].map((moment) =>
      new Date(moment).toISOString().replace(/(?:T00:00)?:00\.000Z$/, ""),
    );
    return `${name} ${from}/${to}`;
  });
}

function bars({ children }: HtmlElement): HtmlElement[] {
  const groups = children.filter(isElement).filter(({ tag }) => tag === "g");
  return groups.flatMap((group) => group.children.filter(isElement)).filter(({ tag }) => tag !== "title");
}

describe("the tasks of a gantt chart", () => {
  test("start at a date, after others, or when the previous one ends", () => {
    expect(
      spans(
        "section S\nA : a, 2024-01-01, 2024-01-05\nB : b, after a, 1w\nC : after a b, 36h\nD : 1d\nE : 2024-01-02, until b",
      ),
    ).toEqual([
      "A 2024-01-01/2024-01-05",
      "B 2024-01-05/2024-01-12",
      "C 2024-01-12/2024-01-13T12:00",
      "D 2024-01-13T12:00/2024-01-14T12:00",
      "E 2024-01-02/2024-01-05",
    ]);
  });

  test("skip the configured weekend, but not included days", () => {
    expect(spans("excludes weekends\nweekend friday\nA : 2024-01-04, 2d")).toEqual(["A 2024-01-04/2024-01-08"]);
    expect(spans("excludes weekends\nincludes 2024-01-06\nA : 2024-01-05, 2d")).toEqual(["A 2024-01-05/2024-01-07"]);
  });

  test("may use seconds, or times with a zone", () => {
    expect(spans("dateFormat X\nA : 86400, 172800")).toEqual(["A 1970-01-02/1970-01-03"]);
    expect(spans("dateFormat YYYY-MM-DDTHH:mm:ss.SSSZ\nA : 2024-01-01T10:30:00.000Z, 30m")).toEqual([
      "A 2024-01-01T10:30/2024-01-01T11:00",
    ]);
  });

  test("may be a milestone marked across the chart", () => {
    const { drawing } = draw("gantt\nA : a, 2024-01-01, 4d\nRelease : vert, 2024-01-03, 0d");
    expect(drawingWords(drawing)).toContain("Release, vert 2024-01-03");
    expect(JSON.stringify(drawing)).toContain('"stroke-dasharray":"4 3"');
  });

  test("may depend on a later one", () => {
    expect(spans("A : after b, 1d\nB : b, 2024-01-01, 1M")).toEqual([
      "A 2024-02-01/2024-02-02",
      "B 2024-01-01/2024-02-01",
    ]);
  });

  test("have dates in the configured format", () => {
    expect(spans("dateFormat DD/MM/YYYY HH:mm\nA : 31/01/2024 10:30, 30m")).toEqual([
      "A 2024-01-31T10:30/2024-01-31T11:00",
    ]);
    expect(spans("inclusiveEndDates\nA : 2024-01-01, 2024-01-01")).toEqual(["A 2024-01-01/2024-01-02"]);
  });

  test("take no time on excluded days", () => {
    expect(spans("excludes weekends, 2024-01-08\nA : 2024-01-05, 2d")).toEqual(["A 2024-01-05/2024-01-10"]);
  });
});

describe("a gantt chart", () => {
  test("exposes names, states and dates to screen readers", () => {
    const { drawing, title } = draw(
      "gantt\ntitle Plan\naxisFormat %d\nsection One\nA : done, 2024-01-01, 1d\nB : crit, active, 1d\nsection Two\nC : milestone, 2024-01-03, 0d",
    );
    expect(title).toBe("Plan");
    expect(drawingWords(drawing)).toBe(
      "One, A, done 2024-01-01 – 2024-01-02, B, crit active 2024-01-02 – 2024-01-03, Two, C, milestone 2024-01-03, 2024-01-01, 2024-01-02, 2024-01-03",
    );
  });

  test("has bars as long as their tasks, colored by state", () => {
    const { drawing } = draw("gantt\nA : 2024-01-01, 3d\nB : done, 1d\nC : crit, 2024-01-01, 4d\nD : milestone, 0d");
    const [one, two, three, four] = bars(drawing).map(({ tag, attributes }) => ({ tag, ...attributes }));
    expect(one).toMatchObject({ tag: "rect", width: 330, fill: "var(--_hue-1)" });
    expect(two).toMatchObject({ width: 110, fill: "var(--_hue-8)" });
    expect(three).toMatchObject({ width: 440, fill: "var(--_hue-5)" });
    expect(four).toMatchObject({ tag: "polygon" });
  });

  test.each([
    ["2024-01-01T09:00Z", "2024-01-01T12:00Z", ["09:00", "09:30", "10:00", "10:30", "11:00", "11:30", "12:00"]],
    ["2024-01-03", "2024-01-31", ["2024-01-08", "2024-01-15", "2024-01-22", "2024-01-29"]],
    ["2024-01-15", "2024-06-01", ["2024-02", "2024-03", "2024-04", "2024-05", "2024-06"]],
    ["2020-06-01", "2024-06-01", ["2021", "2022", "2023", "2024"]],
  ])("from %s to %s has an axis with few round dates", (from, to, texts) => {
    expect(ticksBetween(Date.parse(from), Date.parse(to)).map(({ text }) => text)).toEqual(texts);
  });

  test.each([
    ["A", 'its line 2 is not understood: "A"'],
    ["A : soon, 1d", 'its line 2 is not understood: "A : soon, 1d"'],
    ["A : 2024-02-30, 1d", 'its line 2 is not understood: "A : 2024-02-30, 1d"'],
    ["A : after none, 1d", 'its line 2 is not understood: "A : after none, 1d"'],
    ["A : a, after b, 1d\nB : b, after a, 1d", "its tasks wait for each other"],
    ["A : 2024-01-02, 2024-01-01", 'its task "A" ends before it starts'],
    ["A : 2024-01-02, 99999y", "it ends after the year 9999"],
    ["dateFormat Q\nA : 1, 1d", 'its date format "Q" is not understood'],
    ["dateFormat ZZZZ\nA : 1, 1d", 'its date format "ZZZZ" is not understood'],
    ["excludes holidays\nA : 2024-01-01, 1d", 'it excludes "holidays", which is not a day'],
    ["excludes weekends\nA : 2024-01-01, 9999d", "a task takes more than 5000 days"],
    ["title Nothing", "it has no task"],
    ["A : 2024-01-01, 1d\n".repeat(151), "it has more than 150 lines"],
  ])("%s shows its source", (code, why) => {
    expect(drawDiagram(`gantt\n${code}`)).toEqual({ ok: false, reason: why });
  });
});
