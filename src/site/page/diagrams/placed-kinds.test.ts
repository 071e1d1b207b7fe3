import { describe, expect, test } from "vitest";
import { type HtmlElement, type HtmlNode, isElement, textOf } from "../../ground/html/html-node.ts";
import { printHtml } from "../../ground/html/print-html.ts";
import { draw, reason } from "./diagram-test-support.ts";
import { drawingWords } from "./finish-drawing.ts";
import { restoreSigns } from "./label-signs.ts";

function words(code: string): string {
  return drawingWords(draw(code).drawing);
}

function count(code: string, part: RegExp): number {
  return printHtml([draw(code).drawing]).match(part)?.length ?? 0;
}

/** The center of each single-line text. */
function placeOf(code: string, text: string): { x: number; y: number } {
  const texts: HtmlElement[] = [];
  const visit = (node: HtmlNode) => {
    if (!isElement(node)) return;
    if (node.tag === "text") texts.push(node);
    node.children.forEach(visit);
  };
  visit(draw(code).drawing);
  const found = texts.find((node) => textOf(restoreSigns([node])) === text);
  if (found === undefined) throw new Error(`no text ${text}`);
  return { x: Number(found.attributes.x), y: Number(found.attributes.y) };
}

describe("a block diagram", () => {
  test("puts its blocks into the author's columns", () => {
    const code = "block-beta\n  columns 3\n  a b c d space e";
    expect(words(code)).toBe("a, b, c, d, e");
    expect(placeOf(code, "d").x).toBe(placeOf(code, "a").x);
    expect(placeOf(code, "e").x).toBe(placeOf(code, "c").x);
    expect(placeOf(code, "d").y).toBeGreaterThan(placeOf(code, "a").y);
  });

  test("supports blocks across columns, every shape, and nested blocks", () => {
    const code = `block
  columns 3
  a["Wide (one)"]:3
  block:group1:2
    columns 2
    h(("round")) i[("store")] j{{"six"}} k>"flag"]
  end
  up<["go"]>(up, right):1`;
    expect(words(code)).toBe("Wide (one), round, store, six, flag, go");
    expect(placeOf(code, "Wide (one)").x).toBeGreaterThan(placeOf(code, "round").x);
  });

  test("supports labeled links, even to groups and to blocks declared later", () => {
    const code = 'block\n  A space:2 B\n  block:G\n    C\n  end\n  A-- "yes (no)" -->B\n  G --> A\n  A("Start") -.-> C';
    expect(words(code)).toBe("Start, B, C, yes (no)");
    expect(count(code, /<line/g)).toBe(3);
  });

  test("keeps the author's colors", () => {
    const code = "block\n  A B\n  classDef warm fill:#fde68a,stroke:#333;\n  class A warm\n  style B fill:#1e3a8a";
    expect(count(code, /fill="#fde68a"/g)).toBe(1);
    expect(count(code, /fill="#1e3a8a"/g)).toBe(1);
    expect(count("block\n  A\n  style A fill:url(https://evil.example)", /evil/g)).toBe(0);
  });

  test.each([
    ["block\n  A - B", 'its line 2 is not understood: "A - B"'],
    ["block\n  columns 2", "it has no block"],
    [
      `block\n  ${"a ".repeat(3)}${Array.from({ length: 151 }, (_, index) => `b${index}`).join(" ")}`,
      "it has more than 150 blocks",
    ],
    [`block\n${"block\n".repeat(9)}a`, "its blocks are more than 8 deep"],
  ])("%s shows its source", (code, why) => {
    expect(reason(code)).toBe(why);
  });
});

describe("an architecture", () => {
  const code = `architecture-beta
  title The API
  group api(cloud)[API]
  service db(database)[Database] in api
  service server(server)[Server] in api
  service disk(disk)[Storage] in api
  service gateway(internet)[Gateway]
  db:L -[reads]- R:server
  disk:T --> B:server
  server{group}:T <--> B:gateway`;

  test("lists its groups, lines and services", () => {
    expect(words(code)).toBe("API, reads, Database, Server, Storage, Gateway");
    expect(draw(code).title).toBe("The API");
  });

  test("places each service according to the sides of its lines", () => {
    const [server, database, storage] = ["Server", "Database", "Storage"].map((text) => placeOf(code, text));
    expect(database?.x).toBeGreaterThan(server?.x ?? 0);
    expect(database?.y).toBe(server?.y);
    expect(storage?.y).toBeGreaterThan(server?.y ?? 0);
    expect(storage?.x).toBe(server?.x);
    expect(placeOf(code, "Gateway").y).toBeLessThan(server?.y ?? 0);
  });

  test("never puts two services into one cell", () => {
    const star = "architecture-beta\nservice a\nservice b\nservice c\nservice d\na:R -- L:b\na:R -- L:c\na:R -- L:d";
    const places = ["a", "b", "c", "d"].map((text) => JSON.stringify(placeOf(star, text)));
    expect(new Set(places).size).toBe(4);
  });

  test("has an icon for each service, even for an unknown name", () => {
    expect(count("architecture-beta\nservice a(logos:aws-ec2)[A]", /<g transform/g)).toBe(1);
  });

  test.each([
    ["architecture-beta\nservice a in b", 'it has no group "b"'],
    ["architecture-beta\nservice a\na:R -- L:b", 'it links "b", which is not one of its services'],
    ["architecture-beta\nservice a\na -- b", 'its line 3 is not understood: "a -- b"'],
    ["architecture-beta\ngroup a in b\ngroup b in a", 'the groups around "a" are more than 8'],
    ["architecture-beta", "it has no service"],
  ])("%s shows its source", (code, why) => {
    expect(reason(code)).toBe(why);
  });
});
