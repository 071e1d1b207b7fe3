import { describe, expect, test } from "vitest";
import { type HtmlElement, type HtmlNode, isElement, textOf } from "../../ground/html/html-node.ts";
import { draw, reason } from "./diagram-test-support.ts";
import { drawingWords } from "./finish-drawing.ts";

function words(code: string): string {
  return drawingWords(draw(`sequenceDiagram\n${code}`).drawing);
}

function parts(code: string, tag: string): HtmlElement[] {
  const found: HtmlElement[] = [];
  const visit = (node: HtmlNode) => {
    if (!isElement(node)) return;
    if (node.tag === tag) found.push(node);
    node.children.forEach(visit);
  };
  visit(draw(`sequenceDiagram\n${code}`).drawing);
  return found;
}

function textPlace(code: string, text: string): { x: number; y: number } {
  const found = parts(code, "text").find((node) => textOf([node]) === text);
  if (found === undefined) throw new Error(`no text ${text}`);
  return { x: Number(found.attributes.x), y: Number(found.attributes.y) };
}

/** The vertical dashed lines. */
function lifelines(code: string): { x: number; from: number; to: number }[] {
  return parts(code, "path").flatMap(({ attributes }) =>
    [...String(attributes.d).matchAll(/M([\d.-]+) ([\d.-]+)V([\d.-]+)/g)].map(([, x, from, to]) => ({
      x: Number(x),
      from: Number(from),
      to: Number(to),
    })),
  );
}

describe("a sequence", () => {
  test("lists participants first, then every step in order", () => {
    expect(
      words(
        "A->>B: hi\nalt yes\nB-->>A: ho\nelse no\nB-xA: stop\nend\nNote over A,B: noted\nloop\nA-)A: self\nend\nparticipant C as See",
      ),
    ).toBe("A, B, See, hi, alt [yes], ho, [no], stop, noted, loop, self");
  });

  test("keeps names with spaces, empty messages, numbers and boxes", () => {
    expect(
      words(
        "autonumber 10 5\nbox Purple Those who ask\nactor Web User\nend\nWeb User->>API\nrect rgb(0,0,0)\nautonumber off\nAPI-->>Web User: ok\nend",
      ),
    ).toBe("Those who ask, Web User, API, 10, ok");
  });

  test("reads every arrow", () => {
    const arrows = [
      "->",
      "-->",
      "->>",
      "-->>",
      "<<->>",
      "<<-->>",
      "-x",
      "--x",
      "-)",
      "--)",
      "-|\\",
      "/|--",
      "\\\\-",
      "//--",
    ];
    expect(words(arrows.map((arrow, index) => `A${arrow}B: m${index}`).join("\n"))).toBe(
      `A, B, ${arrows.map((_, index) => `m${index}`).join(", ")}`,
    );
    expect(words("A()->>()B: mid")).toBe("A, B, mid");
  });

  test("gives a participant its configured name and shape", () => {
    const code = 'participant DB@{ "type": "database", "alias": "User store" }\nA->>DB: ask';
    expect(words(code)).toBe("User store, A, ask");
    expect(parts(code, "rect")).toHaveLength(1);
  });

  test("has no lifeline through a name or label", () => {
    const code =
      "actor A\nparticipant B\nA->>C: a longer message that runs past the one in the middle\nNote over B: noted";
    for (const text of ["A", "noted"]) {
      const place = textPlace(code, text);
      const crossing = lifelines(code).filter(({ x, from, to }) => x === place.x && from < place.y && to > place.y);
      expect(crossing).toEqual([]);
    }
  });

  test("has room between its participants for the longest message", () => {
    const code = "A->>B: a message of a good many words";
    const line = parts(code, "line")[0]?.attributes ?? {};
    expect(Math.abs(Number(line.x2) - Number(line.x1))).toBeGreaterThan(180);
  });

  test("starts a created participant at its message, and ends a destroyed one", () => {
    const code = "A->>B: first\ncreate participant C\nA->>C: come\ndestroy C\nC->>A: go\nA->>B: last";
    expect(textPlace(code, "C").y).toBeGreaterThan(textPlace(code, "first").y);
    const x = textPlace(code, "C").x;
    const ends = lifelines(code).filter((line) => line.x === x);
    expect(Math.max(...ends.map(({ to }) => to))).toBeLessThan(textPlace(code, "last").y);
  });

  test("shows activations as bars, even nested ones", () => {
    expect(parts("A->>+B: one\nA->>+B: two\nB-->>-A: three\nB-->>-A: four", "rect")).toHaveLength(2 + 2 * 2);
    expect(parts("A->>B: one\nactivate B\nB-->>A: two\ndeactivate B", "rect")).toHaveLength(2 + 2);
  });

  test("shows its source if a line isn't understood or there are too many", () => {
    expect(reason("sequenceDiagram\nA->>B: x\nend")).toBe('its line 3 is not understood: "end"');
    expect(reason("sequenceDiagram\n%% nothing")).toBe("it has no participants");
    const many = Array.from({ length: 61 }, (_, index) => `participant P${index}`);
    expect(reason(`sequenceDiagram\n${many.join("\n")}`)).toBe("it has more than 60 participants");
    expect(reason(`sequenceDiagram\nA->>B: ${"x".repeat(601)}`)).toBe("it has a label of more than 600 letters");
  });
});
