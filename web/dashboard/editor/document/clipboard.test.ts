import { Slice } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { expect, test } from "vitest";
import type { ComponentCatalog } from "../catalog.ts";
import { copyMarkdown, pasteMarkdown, pasteText } from "./clipboard.ts";
import { newBlocks, newComponent } from "./new-block.ts";
import { openDocument } from "./open-document.ts";
import { pageSchema } from "./page-schema.ts";
import { writeDocument } from "./write-document.ts";

test("pasted Markdown continues the text at the cursor", () => {
  const page = openDocument("One two\n", "mdx");
  const slice = pasteMarkdown("**bold** x\n\n- item\n\nend", "mdx");
  const written = writeDocument(page, new Transform(page.doc).replaceRange(5, 5, slice).doc);
  expect(written.source).toBe("One **bold** x\n\n- item\n\nendtwo\n");
});

test("pasted text that isn't valid MDX becomes plain text", () => {
  expect(pasteMarkdown("<Open> {x", "mdx").content.textBetween(0, 11)).toBe("<Open> {x");
});

test("frontmatter isn't pasted into a page", () => {
  expect(pasteMarkdown("---\ntitle: x\n---\n\nText", "mdx").content.childCount).toBe(1);
});

test("pasted plain text keeps its characters", () => {
  const page = openDocument("One\n", "mdx");
  const written = writeDocument(page, new Transform(page.doc).replaceRange(4, 4, pasteText(" *a*\n\n# b\r\n")).doc);
  expect(written.source).toBe("One*a*\n\n# b\n".replace("One*a*", "One\\*a\\*").replace("# b", "\\# b"));
});

test("copied content is pasted unchanged", () => {
  const page = openDocument('<Card\n  title="x"\n>\n  __Hi__\n</Card>\n\n- a\n- b\n', "mdx");
  const copied = copyMarkdown(page, new Slice(page.doc.content, 0, 0));
  expect(copied).toBe(page.source.trimEnd());
  expect(pasteMarkdown(copied, "mdx").content.eq(page.doc.content)).toBe(true);
});

test.each(Object.entries(newBlocks))("a new %s can be inserted and written", (_kind, newBlock) => {
  const page = openDocument("One\n", "mdx");
  const doc = new Transform(page.doc).insert(5, newBlock()).doc;
  doc.check();
  expect(writeDocument(page, doc).isExact).toBe(true);
});

test("a new component has its required props and a place for text", () => {
  const page = openDocument("One\n", "mdx");
  const catalog: ComponentCatalog = [
    { name: "Tabs", props: [], children: ["Tab"] },
    { name: "Tab", props: [{ name: "title", type: "enum", options: ["First"], isRequired: true }], children: "blocks" },
  ];
  const doc = new Transform(page.doc).insert(5, newComponent(catalog, "Tabs")).doc;
  const text = new Transform(doc).insert(8, pageSchema.text("Hi")).doc;
  expect(writeDocument(page, text).source).toBe('One\n\n<Tabs>\n  <Tab title="First">\n    Hi\n  </Tab>\n</Tabs>\n');
});
