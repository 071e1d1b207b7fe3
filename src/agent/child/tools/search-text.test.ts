import { expect, test } from "vitest";
import type { WorkingDocs } from "../working-docs.ts";
import { searchText } from "./search-text.ts";

test("a search by regular expression reads the largest repository within its limits", async () => {
  const paths = Array.from({ length: 50_000 }, (_, index) => `pages/${index}.mdx`);
  const texts = new Map([["pages/49999.mdx", "---\n---\n\nOne needle17.\nAnother needle."]]);
  const docs = {
    paths,
    text: (path: string) => texts.get(path) ?? "---\n---\n\nHay.\n",
  } satisfies Partial<WorkingDocs> as unknown as WorkingDocs;
  const search = (query: string) => searchText(docs, { query, is_regular_expression: true });
  expect(await search("needle\\d+")).toEqual({ text: "pages/49999.mdx:4: One needle17." });
  const { text } = await search("^hay");
  expect(text.split("\n")).toEqual([
    ...paths.slice(0, 50).map((path) => `${path}:4: Hay.`),
    "… more; search for something longer.",
  ]);
});
