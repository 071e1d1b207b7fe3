import { expect, test } from "vitest";
import { type LlmsSite, llmsPartFiles, llmsText } from "./llms-text.ts";

const site: LlmsSite = {
  name: "ACME",
  description: undefined,
  instructions: [],
  askAddress: undefined,
  address: undefined,
  pages: [],
  openapi: [],
  asyncapi: [],
  external: [],
};

function withPages(count: number, description: string): LlmsSite {
  const pages = Array.from({ length: count }, (_, index) => ({
    title: `Page ${index}`,
    url: `https://docs.example.org/part/page-${index}.md`,
    description,
  }));
  return { ...site, pages };
}

test("a description in llms.txt is cut between words after at most 300 characters", () => {
  const text = llmsText(withPages(1, "word ".repeat(100)));
  const [, description = ""] = /: (word.*)$/m.exec(text) ?? [];
  expect(description).toMatch(/^(?:word )+word…$/);
  expect(description.length).toBeGreaterThan(290);
  expect(description.length).toBeLessThanOrEqual(300);
});

test("a long llms.txt shortens descriptions before it leaves out pages", () => {
  const text = llmsText(withPages(500, "word ".repeat(60)));
  expect(text.length).toBeLessThanOrEqual(100_000);
  expect(text.match(/^- \[Page/gm)).toHaveLength(500);
  expect(text).toContain("word…");
});

test("an llms.txt that is still too long is cut and says how many pages are missing", () => {
  const text = llmsText({
    ...withPages(5_000, "words"),
    external: [{ title: "Blog", url: "https://b.example/", description: "" }],
  });
  expect(text.length).toBeLessThanOrEqual(100_000);
  const listed = text.match(/^- \[Page/gm)?.length ?? 0;
  expect(listed).toBeGreaterThan(1_000);
  expect(text).toContain(`- ${5_000 - listed} more pages are not listed here`);
  expect(text).toContain("- [Blog](https://b.example/)");
});

test("a site whose pages don't fit in llms.txt has a list for each folder, which llms.txt links to", () => {
  const { pages } = withPages(5_000, "words");
  const moved = pages.map((page, index) => ({ ...page, url: page.url.replace("part", `part-${index % 3}`) }));
  const large = { ...site, pages: moved, address: "https://docs.example.org" };
  const text = llmsText(large);
  const parts = llmsPartFiles(large, text);
  expect(text.length).toBeLessThanOrEqual(100_000);
  expect(parts.map(({ path }) => path)).toEqual(["_llms/part-0.md", "_llms/part-1.md", "_llms/part-2.md"]);
  expect(text).toContain("## Parts\n\n- [part-0](https://docs.example.org/_llms/part-0.md): 1667 pages");
  const listed = parts.flatMap((part) => part.text.match(/^- \[Page/gm) ?? []);
  expect(listed).toHaveLength(5_000);
  expect(llmsPartFiles(withPages(10, "words"), llmsText(withPages(10, "words")))).toEqual([]);
});
