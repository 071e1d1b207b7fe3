import { describe, expect, test } from "vitest";
import { type HtmlElement, isElement } from "../../ground/html/html-node.ts";
import { printHtml } from "../../ground/html/print-html.ts";
import { sanitize } from "../../ground/html/sanitize.ts";
import { createStyleCollector } from "../../ground/html/style-collector.ts";
import { readDiagram } from "./diagram-source.ts";
import { draw, reason } from "./diagram-test-support.ts";
import { drawDiagram } from "./draw-diagram.ts";
import { drawingWords, finishDrawing } from "./finish-drawing.ts";
import { flowchartText } from "./flowchart.ts";
import { placeOf, pointsOf } from "./repaint-drawing.ts";

function words(code: string): string {
  return drawingWords(draw(code).drawing);
}

function markup(code: string): string {
  return printHtml(sanitize([finishDrawing(draw(code).drawing, "d1", "label")], createStyleCollector()));
}

describe("a flowchart", () => {
  test("keeps labels with any punctuation", () => {
    expect(words('flowchart LR\n A["a (b) [c] {d} | e / f"] -->|"x | y"| B{"#quot;q#quot; < 3"}')).toBe(
      'x | y, a (b) [c] {d} | e / f, "q" < 3',
    );
  });

  test("keeps every link, however it is drawn", () => {
    const { text } = flowchartText(
      readDiagram(
        "graph TD; A --> B & C; B ---- D\nC -. maybe .-> D\nD == sure ==> E\nE <--> F\nF --o G\nG e1@--> H\nH --text--> I",
      ),
    );
    expect(text.split("\n")).toEqual([
      "flowchart TD",
      "n0[A] --> n1[B] & n2[C]",
      "n1 --- n3[D]",
      "n2 -.->|maybe| n3",
      "n3 ==>|sure| n4[E]",
      "n4 <--> n5[F]",
      "n5 --> n6[G]",
      "n6 --> n7[H]",
      "n7 -->|text| n8[I]",
    ]);
  });

  test("gives a node the shape and group declared later", () => {
    const { text } = flowchartText(
      readDiagram("flowchart\nA --> B\nsubgraph one [The group]\nB(Round)\nend\nstyle B fill:#fff"),
    );
    expect(text.split("\n")).toEqual([
      "flowchart TD",
      "n0[A] --> n1(Round)",
      "subgraph g1 [The group]",
      "n1(Round)",
      "end",
      "style n1 fill:#fff",
    ]);
  });

  test("supports shapes named in settings", () => {
    const code =
      'flowchart LR\nA@{ shape: diam, label: "Sure?" } --> B@{ shape: cyl } --> C@{ shape: lean-r, label: In }';
    expect(flowchartText(readDiagram(code)).text.split("\n")[1]).toBe("n0{Sure?} --> n1[(B)] --> n2[In]");
  });

  test("may have names in any language, comments, settings and a title", () => {
    const code = "---\ntitle: Weg\n---\n%%{init: {'theme': 'dark'}}%%\nflowchart LR\n%% so\nanfang[Äpfel] --> 終わり";
    expect(words(code)).toBe("Äpfel, 終わり");
    expect(drawDiagram(code)).toMatchObject({ ok: true, title: "Weg" });
  });
});

describe("a group of a flowchart", () => {
  test("can be linked like a node, anywhere", () => {
    const { text } = flowchartText(
      readDiagram("flowchart LR\nX -->|to| one\nsubgraph one [The group]\nA --> two\nend\nsubgraph two\nB\nend"),
    );
    expect(text.split("\n")).toEqual([
      "flowchart LR",
      "n0[X]",
      "subgraph g1 [The group]",
      "n2[A]",
      "end",
      "subgraph g2 [two]",
      "n4[B]",
      "end",
      "n0 -->|to| g1",
      "n2 --> g2",
    ]);
  });
});

describe("groups inside a group", () => {
  /** Whether both ends of a link are on the outline of what it connects. */
  function connects(code: string, from: string, to: string): boolean[] {
    const { drawing } = draw(code);
    const parts = drawing.children.flatMap(function all(node): HtmlElement[] {
      return isElement(node) ? [node, ...node.children.flatMap(all)] : [];
    });
    const line = parts.find(
      ({ attributes }) =>
        attributes.class === "edge" && attributes["data-from"] === from && attributes["data-to"] === to,
    );
    const points = line === undefined ? [] : pointsOf(line);
    return [from, to].map((id, end) => {
      const part = parts.find(({ attributes }) => attributes["data-id"] === id);
      const [x, y] = points.at(-end) ?? [Number.NaN, Number.NaN];
      const place = part === undefined ? { x: 0, y: 0, width: 0, height: 0 } : placeOf(part);
      const isBetween = (value: number, start: number, size: number) => value >= start - 1 && value <= start + size + 1;
      return isBetween(x, place.x, place.width) && isBetween(y, place.y, place.height);
    });
  }
  const inner = "subgraph a\nx\nend\nsubgraph b\ny\nend\nz";
  const links = "x -->|one| y\nx --> z\nz --> b";

  test.each([
    ["links in their group", `flowchart TB\ns --> x\nsubgraph outer\n${inner}\n${links}\nend\ny --> t`],
    ["links after all groups", `flowchart TB\ns --> x\nsubgraph outer\n${inner}\nend\n${links}\ny --> t`],
    [
      "a direction that a link overrules",
      `flowchart TB\ns --> x\nsubgraph outer\ndirection LR\n${inner}\nend\n${links}\ny --> t`,
    ],
  ])("are connected: %s", (_, code) => {
    for (const [from, to] of [
      ["n0", "n1"],
      ["n1", "n2"],
      ["n1", "n3"],
      ["n3", "g3"],
    ] as const) {
      expect([from, to, ...connects(code, from, to)]).toEqual([from, to, true, true]);
    }
  });

  test("are drawn in the browser if one has its own direction and others are linked", () => {
    const code = "flowchart TB\nsubgraph a\ndirection LR\nx --> y\nend\nsubgraph b\nz\nend\nz --> t";
    expect(reason(code)).toBe("some of its groups have their own direction");
  });
});

test("a group with nothing in it is a box like a node", () => {
  const { text } = flowchartText(readDiagram('flowchart TB\nsubgraph lb ["The balancer"]\nend\nlb --> A'));
  expect(text.split("\n")).toEqual(["flowchart TB", "g1[The balancer]", "n1[A]", "g1 --> n1"]);
});

test("the label of an arrow may span lines", () => {
  expect(words("graph TD\nA <--->|Do this\n  and that\n  | B\nB -->|so| C")).toBe("Do this and that, so, A, B, C");
});

test("an arrow in both directions has a head at both ends, each pointing outward", () => {
  const html = markup("flowchart LR\nA <--> B");
  expect(html).toMatch(/<polyline[^>]* marker-end="url\(#d1-arrowhead\)" marker-start="url\(#d1-arrowhead-start\)"/);
  // The shape points to the left, so it must follow the line rather than be turned around.
  expect(html).toMatch(/orient="auto" id="d1-arrowhead-start">\s*<polygon points="8 0, 0 2.5, 8 5"/);
});

test("lines between the same two nodes are next to each other", () => {
  for (const code of ["stateDiagram-v2\nA --> B\nA --> B", "flowchart LR\nA --> B\nA --> B\nA --> B"]) {
    const lines = [...markup(code).matchAll(/<polyline points="([^"]+)"/g)].map(([, points]) => points);
    expect(new Set(lines).size).toBe(code.split("-->").length - 1);
  }
});

test("words in angle brackets are text, and formatting is not", () => {
  expect(words("sequenceDiagram\nA->>B: POST <signed JWT> as <b>body</b><br/>to <host>")).toBe(
    "A, B, POST <signed JWT> as body to <host>",
  );
  expect(words('flowchart LR\nA["List<String> <i>of</i> <name>"] -->|"<id>"| B')).toBe(
    "<id>, List<String> of <name>, B",
  );
});

test("a wide drawing shrinks to its column, or scrolls at a readable size", () => {
  const code = `flowchart LR\n${Array.from({ length: 12 }, (_, index) => `N${index}[Step number ${index}] --> N${index + 1}`).join("\n")}`;
  const { drawing } = draw(code);
  const width = Number(drawing.attributes.width);
  expect(finishDrawing(drawing, "d1", "label").attributes.style).toBe(
    `min-width: clamp(0px, (${Math.round(width * 0.55)}px - 100%) * 9999, ${Math.round(width * 0.85)}px)`,
  );
});

test("an accessible description may span lines", () => {
  expect(words("flowchart LR\naccTitle: Two steps\naccDescr {\n From A\n to B\n}\nA --> B")).toBe("A, B");
});

test("a quoted label may span lines without changing line numbers", () => {
  expect(words('flowchart LR\nA["\n  first\n  second"] --> B')).toBe("first second, B");
  expect(reason('flowchart LR\nA["\nfirst\nsecond\n"] --> B\nwhat */} ever')).toBe(
    'its line 6 is not understood: "what */} ever"',
  );
});

test("a text in backticks keeps its lines without changing line numbers", () => {
  expect(words('flowchart LR\nA["`The **cat**\n  in *the* hat`"] --> B')).toBe("The cat in the hat, B");
  expect(reason('flowchart LR\nA["`one\ntwo`"] --> B\nB */} C')).toBe('its line 4 is not understood: "B */} C"');
});

describe("a state", () => {
  test("keeps its description, wherever it is declared", () => {
    expect(words('stateDiagram-v2\nA --> B\nA : The first one\nstate "The second" as B %% so')).toBe(
      "The first one, The second",
    );
  });

  test("has its notes below its name", () => {
    const code = "stateDiagram-v2\nA --> B : go\nnote right of A : Short\nnote left of B\nOn two\nlines\nend note";
    expect(words(code)).toBe("go, A Short, B On two lines");
  });

  test("that contains others has its name and notes on top, inside its box", () => {
    const code = 'stateDiagram-v2\nstate "All" as G {\n[*] --> In\n}\nIn : Inner\nG --> End\nnote right of G : Seen';
    expect(words(code)).toBe("All – Seen, End, Inner");
  });
});

test("entity diagrams are drawn", () => {
  expect(words("erDiagram\nA }o--|| B\nB {\n string name PK\n}")).toContain("name");
});

test("cardinalities may be written in words", () => {
  const code = (line: string) => `erDiagram\nCAR ${line} DRIVER : allows`;
  for (const [inWords, signs] of [
    ["1 to zero or more", "||--o{"],
    ["only one to one or many", "||--|{"],
    ["many(0) optionally to 0+", "}o..o{"],
    ["one or zero to 1+", "|o--|{"],
    ["|| optionally to o{", "||..o{"],
  ] as const)
    expect(markup(code(inWords))).toBe(markup(code(signs)));
  expect(words('erDiagram\n"A car" one or more to one or zero p["A person"] : "is driven by"')).toContain(
    "is driven by",
  );
});

test("entities may have names of several words, and relations may omit spaces", () => {
  const drawn = words(
    'erDiagram\nc["Customer Account"] {\n string name\n}\nc||--o{"An order" : places\nc:::warm ||--|| d : is\nd[Other one]',
  );
  expect(drawn).toBe(
    "Customer Account, string, name, An order, (no attributes), Other one, (no attributes), places, is",
  );
});

describe("the parts of a state", () => {
  test("that are concurrent are side by side", () => {
    const code = "stateDiagram-v2\nstate Active {\nA --> B\n--\nC --> D\n--\nE --> F\n}";
    expect(words(code)).toBe("Active, A, B, C, D, E, F");
    expect(markup(code).match(/<rect[^>]*stroke-dasharray/g)).toHaveLength(3);
  });

  test("that are choices or forks are drawn as an unnamed diamond or bar", () => {
    const code =
      "stateDiagram-v2\nstate c <<choice>>\nA --> c\nc --> B : no\nstate f <<fork>>\nc --> f\nf --> D\nf --> E";
    expect(words(code)).toBe("no, A, B, D, E");
  });

  test("may have a class after their names", () => {
    expect(words("stateDiagram-v2\nclassDef warm fill:#fee\n[*] --> A:::warm\nA:::warm --> B : go")).toBe("go, A, B");
  });
});

describe("a diagram that the build doesn't draw", () => {
  test.each(["pie", "gantt\ntitle A", "C4Context", "wardley-beta\ntitle A", "---\ntitle: B\n---\nmindmap\n  A"])(
    "%s is drawn by Mermaid in the browser",
    (code) => expect(drawDiagram(code)).toEqual({ ok: false, isForBrowser: true, reason: undefined }),
  );

  test("but usually does is left to the browser with a reason", () => {
    expect(drawDiagram("flowchart LR\nA */} B")).toMatchObject({
      isForBrowser: true,
      reason: expect.stringContaining("line 2"),
    });
  });

  test.each([
    ["zenuml\nA->B: x", "ZenUML is a plugin of Mermaid, and plugins are not included"],
    ["Gantt\ntitle A", '"Gantt" is not a diagram type of Mermaid'],
    ["", "it does not say what kind of diagram it is"],
  ])("%s is shown as source", (code, reason) => {
    expect(drawDiagram(code)).toEqual({ ok: false, isForBrowser: false, reason });
  });
});

describe("half a diagram is never drawn", () => {
  test.each([
    ["flowchart LR\nA */} B", 'its line 2 is not understood: "A */} B"'],
    ["flowchart LR\nsubgraph one\nA\nend\none[x] --> B", 'it has a node with the name of the group "one"'],
    ["sequenceDiagram\nA->>B: x\nwhat is this", 'its line 3 is not understood: "what is this"'],
    ["stateDiagram-v2\nA --> B\n--\nB --> C", 'its line 3 is not understood: "--"'],
    ["classDiagram\nA is B", 'its line 2 is not understood: "A is B"'],
    ["erDiagram\nA is B", 'its line 2 is not understood: "A is B"'],
  ])("%s", (code, why) => {
    expect(reason(code)).toBe(why);
  });
});

test("a drawing contains everything, with no empty space around it", () => {
  const boxes = 'flowchart RL\nA@{ label: "File handling" }\nB@{ label: "Multiple documents" }\nC@{ label: "Records" }';
  const { drawing } = draw(boxes);
  const [left = 0, top = 0, width = 0, height = 0] = String(drawing.attributes.viewBox).split(" ").map(Number);
  const rects = [...markup(boxes).matchAll(/<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/g)];
  const edges = rects.map(([, x, y, wide, high]) => ({
    right: Number(x) + Number(wide) + 12,
    bottom: Number(y) + Number(high) + 12,
  }));
  expect(Math.max(...edges.map(({ right }) => right))).toBeCloseTo(left + width, 0);
  expect(Math.max(...edges.map(({ bottom }) => bottom))).toBeCloseTo(top + height, 0);
});

test("a diagram has unique IDs, no styles, and loads nothing", () => {
  const html = markup("flowchart LR\nA --> B\nstyle A fill:#fde68a\nlinkStyle 0 stroke:url(https://evil.example)");
  expect(html).toContain('id="d1-arrowhead"');
  expect(html).toContain('marker-end="url(#d1-arrowhead)"');
  expect(html).not.toMatch(/style|@import|googleapis|evil|class="(?!drawing)/);
});

test("text on an author-chosen color stays readable in both modes", () => {
  expect(markup("flowchart LR\nA[Light]\nstyle A fill:#fde68a")).toMatch(/fill="#18181b"[^>]*>Light/);
  expect(markup("flowchart LR\nA[Dark]\nstyle A fill:#1e3a8a")).toMatch(/fill="#fafafa"[^>]*>Dark/);
});

test("scripts in labels are text", () => {
  const html = markup(
    'flowchart LR\nA["<script>alert(1)</script><img src=x onerror=alert(1)>"] -->|"&lt;script&gt;"| B\nclick A "javascript:alert(1)"',
  );
  expect(html).not.toMatch(/<(?:script|img|a)\b|javascript:|<[^>]* on\w+=/);
});

test("an oversized diagram is refused before layout", () => {
  expect(reason(`flowchart LR\n${"A --> B\n".repeat(200)}`)).toBe("it has more than 150 lines");
  expect(reason(`flowchart LR\nA[${"x".repeat(30_000)}]`)).toBe("it has more than 20000 letters");
  expect(reason(`flowchart LR\n${"A ".repeat(5_000)}`)).toContain("not understood");
  expect(reason(`flowchart LR\n${"A & ".repeat(4_000)}B --> C`)).toBe("it has more than 150 nodes or links");
  expect(reason(`flowchart LR\n${"A & ".repeat(20)}B --> ${"C & ".repeat(20)}D`)).toContain("more than 150");
  expect(reason(`sequenceDiagram\n${"(".repeat(15_000)}`)).toContain("not understood");
});
