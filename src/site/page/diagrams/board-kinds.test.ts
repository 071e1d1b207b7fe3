import { describe, expect, test } from "vitest";
import { printHtml } from "../../ground/html/print-html.ts";
import { draw, reason } from "./diagram-test-support.ts";
import { drawingWords } from "./finish-drawing.ts";

function words(code: string): string {
  return drawingWords(draw(code).drawing);
}

describe("a Sankey diagram", () => {
  test("labels each node with its flow", () => {
    expect(words('sankey-beta\n\nCoal,Grid,10\n"Gas, raw",Grid,5.5\nGrid,"The ""homes""",15.5')).toBe(
      'Coal 10, Grid 15.5, Gas, raw 5.5, The "homes" 15.5',
    );
    expect(words("---\nconfig:\n  sankey:\n    showValues: false\n---\nsankey\nA,B,1")).toBe("A, B");
    expect(words("---\nconfig:\n  sankey:\n    prefix: '$'\n    suffix: k\n---\nsankey\nA,B,1")).toBe("A $1k, B $1k");
  });

  test("has a band for each flow, as wide as its value", () => {
    const bands = printHtml([draw("sankey\nA,B,30\nA,C,10").drawing]).match(/stroke-width="[\d.]+"/g);
    expect(bands).toEqual(['stroke-width="225"', 'stroke-width="75"']);
  });

  test.each([
    ["sankey\nA,B", 'its line 2 is not understood: "A,B"'],
    ["sankey\nA,B,-1", 'its line 2 is not understood: "A,B,-1"'],
    ["sankey\nA,B,1\nB,A,1", "its flows run in a circle"],
    ["sankey\nA,B,0", "its flows add up to nothing"],
    ["sankey", "it has no flow"],
  ])("%s shows its source", (code, why) => {
    expect(reason(code)).toBe(why);
  });
});

describe("a kanban board", () => {
  test("lists its columns with their tasks and assignees", () => {
    expect(
      words(
        "kanban\n  Todo\n    [Write docs]\n    a[Review it]@{ ticket: MC-1, assigned: 'ada', priority: 'Very High' }\n  id9[In work]\n    b[Last]",
      ),
    ).toBe("Todo, Write docs, Review it, MC-1 · Very High, ada, In work, Last");
  });

  test("shows its source without columns or with too many", () => {
    expect(reason("kanban")).toBe("it has no column");
    expect(reason(`kanban\n${"  c\n".repeat(21)}`)).toBe("it has more than 20 columns");
    expect(reason("kanban\n  a[b")).toBe('its line 2 is not understood: "a[b"');
  });
});

describe("a packet", () => {
  test("has its fields in rows, with their bit numbers", () => {
    expect(words('packet-beta\ntitle UDP\n0-15: "Source"\n+15: "Target" %% so\n31: "X"\n32-95: "Data"')).toBe(
      "Source, 0, 15, Target, 16, 30, X, 31, Data, 32, 63, Data, 64, 95",
    );
    expect(draw('packet\ntitle UDP\n0: "A"').title).toBe("UDP");
  });

  test.each([
    ['packet\n1-2: "A"', "its line 2 must start at bit 0 and end after it"],
    ['packet\n0-7: "A"\n4-9: "B"', "its line 3 must start at bit 8 and end after it"],
    ["packet\n0-7: A", 'its line 2 is not understood: "0-7: A"'],
    ['packet\n0-99999: "A"', "it has more than 100 rows"],
    ["packet", "it has no fields"],
  ])("%s shows its source", (code, why) => {
    expect(reason(code)).toBe(why);
  });
});

describe("a requirement diagram", () => {
  const code = `requirementDiagram
functionalRequirement "A need" {
  id: 1.1
  text: "It must hold."
  risk: high
  verifymethod: test
}
element sim:::warm {
  type: simulation
}
sim - satisfies -> "A need"`;

  test("lists each requirement with its attributes and relations", () => {
    expect(words(code)).toBe(
      "«satisfies», «Functional requirement», A need, ID: 1.1, Text: It must hold., Risk: high, Verification: test, «Element», sim, Type: simulation",
    );
    expect(words(code.replace('sim - satisfies -> "A need"', '"A need" <- contains - sim'))).toContain("«contains»");
  });

  test("shows its source if a part is unknown", () => {
    expect(reason("requirementDiagram\nwish a {\n}")).toBe('its line 2 is not understood: "wish a {"');
    expect(reason("requirementDiagram\nelement a {\nmood: good\n}")).toBe('its line 3 is not understood: "mood: good"');
    expect(reason("requirementDiagram\nelement a {\n}\na - traces -> b")).toBe(
      'it relates "b", which it does not define',
    );
  });
});

describe("a radar chart", () => {
  test("lists its axes and the values of each curve", () => {
    const code =
      'radar-beta\ntitle Food\naxis q["Quality"], p["Price"]\naxis s\ncurve a["One"]{4, 3, 2}, b{\n s: 1, q: 2,\n p: 3 }\nmax 5\ngraticule polygon';
    expect(words(code)).toBe("Quality, Price, s, One: Quality 4, Price 3, s 2, b: Quality 2, Price 3, s 1, One, b");
    expect(draw(code).title).toBe("Food");
  });

  test.each([
    ["radar-beta\naxis a, b\ncurve c{1,2}", "it has fewer than three axes"],
    ["radar-beta\naxis a, b, c", "it has no curve"],
    ["radar-beta\naxis a, b, c\ncurve x{1,2}", "its line 3 needs a value for each axis"],
    ["radar-beta\naxis a, b, c\ncurve x{1,2,z}", 'its line 3 is not understood: "curve x{1,2,z}"'],
    ["radar-beta\naxis a, b, c\ncurve x{0,0,0}", "its largest value is not above its smallest"],
  ])("%s shows its source", (code, why) => {
    expect(reason(code)).toBe(why);
  });
});

describe("a treemap", () => {
  test("lists its groups with their sums and children", () => {
    const code =
      'treemap-beta\n"All"\n    "Big":::warm\n        "One": 3000\n        "Two": 1000:::warm\n    "Small": 4\nclassDef warm fill:#fee';
    expect(words(code)).toBe("All, 4,004, Big, 4,000, One, 3,000, Two, 1,000, Small: 4");
  });

  test("makes areas proportional to their values", () => {
    const html = printHtml([draw('treemap\n"A": 10\n"B": 30').drawing]);
    const areas = [...html.matchAll(/width="([\d.]+)" height="([\d.]+)" rx/g)].map(
      ([, width, height]) => (Number(width) + 3) * (Number(height) + 3),
    );
    expect((areas[0] ?? 0) / (areas[1] ?? 1)).toBeCloseTo(3, 1);
  });

  test.each([
    ['treemap\n"A"', "its values add up to nothing"],
    ["treemap\nA: 3", 'its line 2 is not understood: "A: 3"'],
    [
      `treemap\n${Array.from({ length: 11 }, (_, depth) => `${" ".repeat(depth)}"a"`).join("\n")}`,
      "it is more than 10 deep",
    ],
  ])("%s shows its source", (code, why) => {
    expect(reason(code)).toBe(why);
  });
});
