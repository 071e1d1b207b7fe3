import { expect, test } from "vitest";
import { followSource, replacement } from "./follow-source.ts";
import { openDocument } from "./open-document.ts";

const source = `---
title: A
---

# Title

First paragraph.

<Tabs>
  <Tab title="One">
    - a
    - b
  </Tab>
  <Tab title="Two">
    Text
  </Tab>
</Tabs>

Last one.
`;

test("blocks that didn't change stay the same objects", () => {
  const page = openDocument(source, "mdx");
  const followed = followSource(page, source.replace("First", "The first").replace("# Title\n", "# Title\n\nNew.\n"));
  const kept = followed.doc.children.map((child) => page.doc.children.includes(child));
  expect(kept).toEqual([true, true, false, false, true, true]);
});

test("a change inside a container leaves the rest of the container unchanged", () => {
  const page = openDocument(source, "mdx");
  const followed = followSource(page, source.replace("- b", "- b and more"));
  const [tabs, newTabs] = [page.doc.child(3), followed.doc.child(3)];
  expect(newTabs).not.toBe(tabs);
  expect(newTabs.child(1)).toBe(tabs.child(1));
  expect(newTabs.child(0).child(0).child(0)).toBe(tabs.child(0).child(0).child(0));
});

test("the replacement is no larger than the change", () => {
  const page = openDocument(source, "mdx");
  const followed = followSource(page, source.replace("- b", "- b and more"));
  const change = replacement(page.doc, followed.doc);
  expect(
    change && { size: change.to - change.from, text: change.slice.content.textBetween(0, change.slice.size) },
  ).toEqual({
    size: 0,
    text: " and more",
  });
  expect(change && page.doc.replace(change.from, change.to, change.slice).eq(followed.doc)).toBe(true);
});

test("identical blocks are told apart by their position", () => {
  const page = openDocument("a\n\na\n\nb\n\na\n", "mdx");
  const followed = followSource(page, "a\n\na\n\na\n");
  expect(followed.doc.children).toEqual([page.doc.child(0), page.doc.child(1), page.doc.child(3)]);
  const change = replacement(page.doc, followed.doc);
  expect(change && page.doc.replace(change.from, change.to, change.slice).eq(followed.doc)).toBe(true);
});

test("a page that doesn't parse becomes one block with the parser's message, until it parses again", () => {
  const page = openDocument(source, "mdx");
  const broken = followSource(page, `${source}<Open>\n`);
  expect(broken.doc.firstChild?.attrs).toMatchObject({ kind: "page", source: `${source}<Open>\n` });
  expect(broken.doc.firstChild?.attrs.message).toContain("closing tag");
  expect(followSource(broken, source).doc.eq(page.doc)).toBe(true);
});

test("a link changes when the definition it refers to changes", () => {
  const page = openDocument("See [a].\n\n[a]: /one\n", "mdx");
  const followed = followSource(page, "See [a].\n\n[a]: /two\n");
  expect(followed.doc.child(0).child(1).marks[0]?.attrs.href).toBe("/two");
});
