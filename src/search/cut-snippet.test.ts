import { expect, test } from "vitest";
import { cutSnippet } from "./cut-snippet.ts";

const filler = "Nothing to see in this sentence at all. ".repeat(20);

function cut(text: string, ...terms: string[]) {
  const { text: snippet, highlights } = cutSnippet([{ kind: "text", text }], new Map(terms.map((term) => [term, 1])));
  return { snippet, marked: highlights.map(({ start, end }) => snippet.slice(start, end)) };
}

test("a short text is shown in full with every match highlighted", () => {
  expect(cut("Set the port in the config. The Ports are open.", "port")).toEqual({
    snippet: "Set the port in the config. The Ports are open.",
    marked: ["port", "Ports"],
  });
});

test("a long text is cut to the part where the words occur together", () => {
  const text = `${filler}A proxy alone. ${filler}The proxy of the server listens here. ${filler}`;
  const { snippet, marked } = cut(text, "proxi", "server", "listen");
  expect(snippet.startsWith("The proxy of the server")).toBe(true);
  expect(snippet.length).toBeLessThanOrEqual(280);
  expect(marked).toEqual(["proxy", "server", "listens"]);
});

test("only the matching part of an identifier is highlighted, unless the query contains the whole identifier", () => {
  expect(cut("Use config.optimizeDeps here", "dep").marked).toEqual(["Deps"]);
  expect(cut("Use config.optimizeDeps here", "optimizedep", "dep").marked).toEqual(["optimizeDeps"]);
});

test("adjacent Chinese matches become one highlight", () => {
  expect(cut("请配置环境变量。", "环境", "境变", "变量").marked).toEqual(["环境变量"]);
});

test("without a match, the snippet is the start of the text", () => {
  const { snippet, marked } = cut(filler, "zebra");
  expect(filler.startsWith(snippet)).toBe(true);
  expect(marked).toEqual([]);
});

test("a text without spaces isn't cut inside a character", () => {
  const { snippet } = cut("🙂".repeat(500), "x");
  expect(snippet.isWellFormed()).toBe(true);
  expect(snippet.length).toBeGreaterThan(200);
});
