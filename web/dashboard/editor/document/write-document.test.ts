import type { Node } from "prosemirror-model";
import { sinkListItem } from "prosemirror-schema-list";
import { EditorState, TextSelection } from "prosemirror-state";
import { Transform } from "prosemirror-transform";
import { expect, test } from "vitest";
import { openDocument, type PageDocument } from "./open-document.ts";
import { type ComponentAttribute, componentAttributes, pageSchema } from "./page-schema.ts";
import type { PageFormat } from "./parse-tree.ts";
import { writeDocument } from "./write-document.ts";

const { nodes, marks } = pageSchema;

/** The caret (‸) is where a text is typed. Unless something else is expected, the source only gains that text. */
test.each<[what: string, source: string, text?: string, expected?: string]>([
  ["a wrapped paragraph keeps its lines", "One line\nand __‸another__ one\n", "new "],
  ["spellings elsewhere in the text stay", "A \\* &amp; ``b`` ‸c\n", "d"],
  ["line endings stay", "# A\r\n\r\nOne\r\n‸two\r\n"],
  ["a file without a final line break stays so", "‸One"],
  ["a setext heading keeps its underline", "‸Title\n=====\n\nText\n"],
  ["closing hashes stay", "## ‸Title ##\n"],
  ["snake_case isn't escaped", "See ‸foo.\n", "a_b_c "],
  ["a price isn't math", "Pay ‸foo.\n", "$5 or $6 "],
  ["a table without padding stays so", "|a|b|\n|-|-|\n|‸x|y|\n", "n"],
  ["a pipe in the code of a cell stays escaped", "| a |\n|---|\n| `‸x \\| y` |\n", "n"],
  ["an item keeps its marker and indent", "*   one\n*   two\n\n    ‸more\n"],
  ["a list may start at 7", "7) one\n8) ‸two\n"],
  ["a tab after the marker stays", "-\tone\n\n\t‸more\n"],
  ["a deep list keeps its indents", "- a\n  - b\n    - c\n      - ‸d\n"],
  ["a quote keeps its markers", "> one\n>two\n> > ‸three\n"],
  ["text in nested components keeps its indents", "<A>\n    <B>\n      ‸one\n    </B>\n</A>\n"],
  ["a component on one line stays on it", "<Note> ‸Hi </Note>\n"],
  ["components on lines of their own stay there", "<A>one</A>\n<A>‸two</A>\n"],
  ["a link reference stays a reference", "See [the ‸page][p].\n\n[p]: /page\n"],
  ["footnotes stay", "Text[^1] ‸foo\n\n[^1]: Note\n"],
  ["formulas stay", "Let $a_1 = b$ be ‸foo\n\n$$\nx^2\n$$\n"],
  ["emoji aren't cut", "a 😀 ‸b\n", "😁"],
  ["code keeps its fence and its lines", "~~~~js title\nlet a;\n\n‸let b;\n~~~~\n"],
  ["code in a component keeps its indent", "<A>\n  ```js\n  a\n    ‸b\n  ```\n</A>\n"],
  ["characters with a meaning in Markdown are escaped", "See ‸foo.\n", "*x* ", "See \\*x\\* foo.\n"],
  ["a typed tag stays text", "See ‸foo.\n", "<b> ", "See \\<b> foo.\n"],
  ["a typed brace stays text", "See ‸foo.\n", "{x} ", "See \\{x} foo.\n"],
  ["a number typed at the start of a line isn't a list", "‸foo\n", "1. ", "1\\. foo\n"],
  [
    "a table cell keeps the width of its column",
    "| a    | b |\n| ---- | - |\n| ‸x    | y |\n",
    "n",
    "| a    | b |\n| ---- | - |\n| nx   | y |\n",
  ],
  ["a pipe typed in a cell is escaped", "| a |\n|---|\n| ‸x |\n", "|", "| a |\n|---|\n| \\|x |\n"],
  [
    "a shortcut reference gets its label",
    "See [‸page].\n\n[page]: /page\n",
    "x",
    "See [xpage][page].\n\n[page]: /page\n",
  ],
])(
  "an edit is written with the smallest change: %s",
  (_, marked, text = "x", expected = marked.replace("‸", () => text)) => {
    const [before = "", after = ""] = marked.split("‸");
    const page = openDocument(before + after, "mdx");
    const [typedBefore = ""] = /^[a-z]+(?: [a-z])?/i.exec(after) ?? [];
    const position = positionOf(page.doc, typedBefore);
    const typed = pageSchema.text(text, page.doc.resolve(position + 1).marks());
    expect(write(page, new Transform(page.doc).insert(position, typed).doc)).toBe(expected);
  },
);

test.each<[what: string, format: PageFormat, source: string]>([
  ["HTML comments of Markdown", "md", "<!-- one -->\n\nText <!-- two --> foo\n\n<div>\n  <b>raw</b>\n</div>\n"],
  ["comments of MDX", "mdx", "{/* one */}\n\nText {/* two */} foo\n"],
  ["imports, exports and expressions", "mdx", 'import a from "b";\n\nexport const c = 1;\n\n{c + 1}\n\nfoo {c}\n'],
  ["variables and ids of headings", "mdx", "## Title {#my-id}\n\nfoo {{api-key}}\n"],
  ["a footnote with several blocks", "mdx", "foo[^a]\n\n[^a]: One\n\n    Two\n"],
  ["indented code of Markdown", "md", "foo\n\n    code\n"],
])("an edit nearby keeps %s", (_, format, source) => {
  const page = openDocument(source, format);
  const transform = new Transform(page.doc).insert(positionOf(page.doc, "foo"), pageSchema.text("x"));
  expect(write(page, transform.doc)).toBe(source.replace("foo", "xfoo"));
});

test("a changed prop is replaced in place, even in a tag that spans several lines", () => {
  const source = "<Card\n  title=\"Old\"\n  icon='star'\n  cols={2}\n/>\n";
  expect(
    setAttributes(source, (all) => all.map((known) => (known.name === "title" ? { ...known, value: "New" } : known))),
  ).toBe(source.replace("Old", "New"));
  expect(setAttributes(source, (all) => [...all, { name: "href", value: "/x" }])).toBe(
    source.replace("cols={2}", 'cols={2}\n  href="/x"'),
  );
  expect(setAttributes(source, (all) => all.filter(({ name }) => name !== "icon"))).toBe(
    source.replace("\n  icon='star'", ""),
  );
  expect(
    setAttributes(source, (all) => all.map((known) => (known.name === "icon" ? { ...known, value: 'a "b"' } : known))),
  ).toBe(source.replace("'star'", "'a \"b\"'"));
});

test("a self-closing component gets a closing tag when content is added", () => {
  const page = openDocument('<Card title="x" />\n', "mdx");
  const transform = new Transform(page.doc).insert(1, nodes.paragraph.create(null, pageSchema.text("Hi")));
  expect(write(page, transform.doc)).toBe('<Card title="x">\n  Hi\n</Card>\n');
});

test("a new list item gets the next number, and the items after it are renumbered", () => {
  const page = openDocument("8. a\n9. b\n\n   c\n", "mdx");
  const item = nodes.listItem.create(null, nodes.paragraph.create(null, pageSchema.text("new")));
  const second = new Transform(page.doc).insert(1 + (page.doc.firstChild?.firstChild?.nodeSize ?? 0), item).doc;
  expect(write(page, second)).toBe("8. a\n9. new\n10. b\n\n    c\n");
});

test("a list in which every item has the same number keeps repeating it", () => {
  const page = openDocument("1. a\n1. b\n", "mdx");
  const item = nodes.listItem.create(null, nodes.paragraph.create(null, pageSchema.text("new")));
  expect(write(page, new Transform(page.doc).insert(1, item).doc)).toBe("1. new\n1. a\n1. b\n");
});

test.each([
  ["a tight list stays tight", "- [ ] a\n- [x] b\n- [ ] c\n", "- [ ] a\n  - [x] b\n- [ ] c\n"],
  ["a loose list stays loose", "* a\n\n* b\n\n* c\n", "* a\n\n  * b\n\n* c\n"],
  ["a nested item follows its neighbors", "- a\n  - x\n- b\n- c\n", "- a\n  - x\n  - b\n- c\n"],
  ["numbers start again in the nested list", "1. a\n2. b\n3. c\n", "1. a\n   1. b\n2. c\n"],
  ["a list in a quote keeps its markers", "> - a\n> - b\n", "> - a\n>   - b\n"],
])("Tab moves a list item into the previous item: %s", (_name, source, expected) => {
  const page = openDocument(source, "mdx");
  const selection = TextSelection.create(page.doc, positionOf(page.doc, "b"));
  let state = EditorState.create({ doc: page.doc, selection });
  sinkListItem(nodes.listItem)(state, (tr) => {
    state = state.apply(tr);
  });
  expect(write(page, state.doc)).toBe(expected);
});

test("a list that starts at 2 is written below a blank line, because it can't interrupt a paragraph", () => {
  const page = openDocument("- a\n- b\n", "mdx");
  const item = nodes.listItem.create(null, nodes.paragraph.create(null, pageSchema.text("c")));
  const transform = new Transform(page.doc).insert(
    positionOf(page.doc, "a") + 2,
    nodes.orderedList.create({ start: 2 }, item),
  );
  expect(write(page, transform.doc)).toBe("- a\n\n  2. c\n- b\n");
});

test("both halves of a split paragraph keep their spelling", () => {
  const page = openDocument("One __two__\nthree &amp; four\n", "mdx");
  const transform = new Transform(page.doc).split(positionOf(page.doc, "three"));
  expect(write(page, transform.doc)).toBe("One __two__\n\nthree &amp; four\n");
});

test("a paragraph that starts like an import or export statement stays text", () => {
  const page = openDocument("The latest export of all\n", "mdx");
  const transform = new Transform(page.doc).split(positionOf(page.doc, "export"));
  expect(write(page, transform.doc)).toBe("The latest\n\n&#x65;xport of all\n");
});

test("a component or an expression that is left alone in its paragraph becomes a block", () => {
  const page = openDocument("One <kbd>K</kbd>\n\nTwo {x}\n", "mdx");
  const transform = new Transform(page.doc).delete(10, 14).delete(1, 5);
  const written = writeDocument(page, transform.doc);
  expect(written).toMatchObject({ isExact: true, source: "<kbd>K</kbd>\n\n{x}\n" });
  expect(written.isExact && written.page.doc.toString()).toBe('doc(component(paragraph("K")), opaque)');
});

test("bold text is written with the file's own marker, without the space at its edge", () => {
  const page = openDocument("__a__ one two three\n", "mdx");
  const start = positionOf(page.doc, "two");
  const transform = new Transform(page.doc).addMark(start, start + 4, marks.strong.create());
  expect(write(page, transform.doc)).toBe("__a__ one __two__ three\n");
});

test("spaces and empty paragraphs of someone who is still typing aren't written, but stay in the document", () => {
  const page = openDocument("One\n\nTwo\n", "mdx");
  const typing = new Transform(page.doc).insert(4, pageSchema.text(" ")).insert(6, nodes.paragraph.create()).doc;
  const written = writeDocument(page, typing);
  expect(written).toMatchObject({ isExact: true, source: "One\n\nTwo\n" });
  if (!written.isExact) throw new Error("unreachable");
  expect(written.page.doc.eq(typing)).toBe(true);
  const more = new Transform(written.page.doc).insert(5, pageSchema.text("more")).doc;
  expect(write(written.page, more)).toBe("One more\n\nTwo\n");
});

test("a block that Markdown can't represent is refused with its index, and the source stays", () => {
  const page = openDocument("One\n\n- [x] two\n", "mdx");
  const position = positionOf(page.doc, "two");
  const transform = new Transform(page.doc).setBlockType(position, position, nodes.heading, { level: 2 });
  expect(writeDocument(page, transform.doc)).toMatchObject({ isExact: false, source: page.source, index: 1 });
});

test("a block that is edited as source becomes whatever its source means", () => {
  const page = openDocument("One\n\n{x}\n\nTwo\n", "mdx");
  const transform = new Transform(page.doc).setNodeAttribute(5, "source", "## New\n\n- a");
  const written = writeDocument(page, transform.doc);
  expect(written).toMatchObject({ isExact: true, source: "One\n\n## New\n\n- a\n\nTwo\n" });
  expect(written.isExact && written.page.doc.children.map(({ type }) => type.name)).toEqual([
    "paragraph",
    "heading",
    "bulletList",
    "paragraph",
  ]);
});

test("an edit of a block's source that breaks the page is refused", () => {
  const page = openDocument("One\n\n{x}\n", "mdx");
  const transform = new Transform(page.doc).setNodeAttribute(5, "source", "<Open>");
  const written = writeDocument(page, transform.doc);
  expect(written).toMatchObject({ isExact: false, source: page.source, index: 1 });
  expect(!written.isExact && written.message).toContain("closing tag");
});

test("a page that doesn't parse can be repaired", () => {
  const page = openDocument("<Open>\n\nText\n", "mdx");
  const written = writeDocument(page, new Transform(page.doc).setNodeAttribute(0, "source", "Text\n").doc);
  expect(written).toMatchObject({ isExact: true, source: "Text\n" });
  expect(written.isExact && written.page.doc.firstChild?.type.name).toBe("paragraph");
});

test("changed frontmatter is replaced as a whole, with the file's line endings", () => {
  const page = openDocument("---\r\ntitle: A\r\n---\r\n\r\nText\r\n", "mdx");
  const transform = new Transform(page.doc).setNodeAttribute(0, "source", "---\ntitle: B\nicon: x\n---");
  expect(write(page, transform.doc)).toBe("---\r\ntitle: B\r\nicon: x\r\n---\r\n\r\nText\r\n");
});

test.each(["One.\n", "> One.\n", "<Note>\n  One.\n</Note>\n"])("a duplicate of %j is edited on its own", (block) => {
  const head = "---\ntitle: A\n---\n\n";
  let page = openDocument(head + block, "mdx");
  const edit = (change: (transform: Transform) => Transform) => {
    const written = writeDocument(page, change(new Transform(page.doc)).doc);
    expect(written).toMatchObject({ isExact: true });
    if (written.isExact) page = written.page;
  };
  edit((transform) => transform.insert(transform.doc.content.size, transform.doc.child(1)));
  edit((transform) => transform.insert(transform.doc.content.size, nodes.paragraph.create()));
  edit((transform) => transform.insert(transform.doc.content.size - 1, pageSchema.text("Last.")));
  edit((transform) => transform.insert(positionOf(transform.doc, "One."), pageSchema.text("First ")));
  edit((transform) => {
    const [, first, second] = transform.doc.children;
    if (first === undefined || second === undefined) throw new Error("Both blocks are needed.");
    const start = transform.doc.child(0).nodeSize + first.nodeSize + 1;
    return transform.insert(start + positionIn(second), pageSchema.text("Second "));
  });
  const blocks = [block.replace("One", "First One"), block.replace("One", "Second One"), "Last.\n"];
  expect(page.source).toBe(head + blocks.join("\n"));
});

/** The position of the first text in a block. */
function positionIn(block: Node): number {
  return block.isTextblock ? 0 : positionOf(block, "One.");
}

function positionOf(doc: Node, text: string): number {
  let found = -1;
  doc.descendants((node, position) => {
    const at = node.text?.indexOf(text) ?? -1;
    if (at >= 0 && found < 0) found = position + at;
  });
  return found;
}

function write(page: PageDocument, doc: Node): string {
  const written = writeDocument(page, doc);
  if (!written.isExact) throw new Error(`${written.message} ${doc.child(written.index)}`);
  return written.source;
}

function setAttributes(
  source: string,
  change: (attributes: readonly ComponentAttribute[]) => readonly ComponentAttribute[],
): string {
  const page = openDocument(source, "mdx");
  const [component] = page.doc.children;
  if (component === undefined) throw new Error("The page is empty.");
  return write(
    page,
    new Transform(page.doc).setNodeAttribute(0, "attributes", change(componentAttributes(component))).doc,
  );
}
