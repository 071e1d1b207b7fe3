import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Fragment, type Node } from "prosemirror-model";
import { expect, test } from "vitest";
import { randomNumbers } from "../../web/dashboard/editor/document/edit-places-test-support.ts";
import { editKinds, editRandomly } from "../../web/dashboard/editor/document/edits-test-support.ts";
import { followSource, replacement } from "../../web/dashboard/editor/document/follow-source.ts";
import { findOrigin } from "../../web/dashboard/editor/document/node-origin.ts";
import { openDocument, type PageDocument } from "../../web/dashboard/editor/document/open-document.ts";
import { sameMeaning } from "../../web/dashboard/editor/document/same-meaning.ts";
import { blockRanges, documentPosition, sourceOffset } from "../../web/dashboard/editor/document/source-positions.ts";
import { writeDocument } from "../../web/dashboard/editor/document/write-document.ts";

/** Pages that the parser refuses. The first one exports a constant in a way that only the build accepts. */
const refused = ["mdx-exports/project/index.mdx", "broken-page/project/bad.mdx"];

interface Steps {
  /** Tests every page of the folder, or only every nth page. */
  step?: number;
  /** Of the tested pages, writes back every nth one. */
  writtenStep?: number;
}

export function testPages(
  name: string,
  folder: string,
  countMin: number,
  { step = 1, writtenStep = 1 }: Steps = {},
): void {
  const found = globSync("**/*.{md,mdx}", { cwd: folder }).toSorted();
  const files = found.filter((_file, index) => index % step === 0);
  const pages = new Map<string, PageDocument>();
  const open = (file: string) => {
    const format = file.endsWith(".mdx") ? "mdx" : "md";
    const page = pages.get(file) ?? openDocument(readFileSync(join(folder, file), "utf8"), format);
    pages.set(file, page);
    return page;
  };

  test(`${name} are written back byte for byte`, () => {
    expect(found.length).toBeGreaterThanOrEqual(countMin);
    for (const file of files.filter((_file, index) => index % writtenStep === 0)) {
      const page = open(file);
      const isRefused = refused.some((path) => file.endsWith(path));
      expect([file, page.doc.firstChild?.attrs.kind === "page"]).toEqual([file, isRefused]);
      // Rebuilt nodes are new objects, so none counts as unedited. Each is written from the node it was rebuilt from.
      const written = writeDocument(page, isRefused ? page.doc : rebuild(page.doc));
      expect([file, written.isExact, written.source === page.source]).toEqual([file, true, true]);
    }
  });

  test(`random edits of ${name} change only the edited blocks, and parse as intended`, () => {
    const kind = fc.constantFrom(...editKinds);
    const property = fc.property(
      fc.constantFrom(...files.filter((file) => !refused.some((path) => file.endsWith(path)))),
      fc.array(fc.tuple(kind, fc.integer()), { minLength: 1, maxLength: 3 }),
      (file, edits) => {
        let page = open(file);
        for (const [edit, seed] of edits) page = checkEdit(page, edit, seed) ?? page;
      },
    );
    fc.assert(property, { numRuns: 20 });
  });

  test(`positions in ${name} map to the source and back to the same position`, () => {
    const property = fc.property(
      fc.constantFrom(...files),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (file, share) => {
        const page = open(file);
        const offset = Math.floor(page.source.length * share);
        const position = documentPosition(page, offset);
        const back = sourceOffset(page, position);
        expect([file, documentPosition(page, back)]).toEqual([file, position]);
        const block = blockRanges(page).findLast(({ start, end }) => start <= offset && offset < end);
        if (block !== undefined) {
          expect(back).toBeGreaterThanOrEqual(block.start);
          expect(back).toBeLessThanOrEqual(block.end);
        }
      },
    );
    fc.assert(property, { numRuns: 150 });
  });
}

function rebuild(node: Node): Node {
  if (node.isText || node.isAtom) return node;
  return node.type.create(node.attrs, Fragment.fromArray(node.children.map(rebuild)), node.marks);
}

/** The page after the edit; undefined if there was nothing to edit. */
function checkEdit(page: PageDocument, kind: (typeof editKinds)[number], seed: number): PageDocument | undefined {
  const doc = editRandomly(page.doc, kind, randomNumbers(seed), page.format);
  if (doc === undefined) return undefined;
  const written = writeDocument(page, doc);
  if (!written.isExact) throw new Error(`${kind}: ${written.message}\n${doc.child(written.index)}`);
  const kept = keptSource(page, doc);
  expect(written.source.slice(0, kept.before.length)).toBe(kept.before);
  expect(written.source.slice(written.source.length - kept.after.length)).toBe(kept.after);
  const read = followSource(page, written.source).doc;
  expect(withoutBlanks(read)).toBe(withoutBlanks(doc));
  expect(sameMeaning(written.page.doc, read)).toBe(true);
  checkFollowing(page, read);
  return written.page;
}

/** The source before the first and after the last changed top-level block. */
function keptSource({ doc, source }: PageDocument, edited: Node): { before: string; after: string } {
  const children = findOrigin(doc)?.children ?? [];
  let start = 0;
  while (start < children.length && children[start]?.node === edited.maybeChild(start)) start += 1;
  let end = 0;
  const isSame = (count: number) => children.at(-1 - count)?.node === edited.maybeChild(edited.childCount - 1 - count);
  while (end < children.length - start && end < edited.childCount - start && isSame(end)) end += 1;
  return {
    before: source.slice(0, children[start - 1]?.end ?? 0),
    after: end === 0 ? "" : source.slice(children.at(-end)?.start),
  };
}

function withoutBlanks(doc: Node): string {
  return doc.textContent.replaceAll(/\s/g, "");
}

/** Expects that another person's view keeps the unchanged blocks, and that the computed replacement is correct. */
function checkFollowing(before: PageDocument, followed: Node): void {
  const known = new Set(before.doc.children.map((child) => findOrigin(child)?.text));
  const objects = new Set(before.doc.children);
  const seen = new Set<string | undefined>();
  for (const child of followed.children) {
    const text = findOrigin(child)?.text;
    if (known.has(text) && !seen.has(text)) expect(objects.has(child)).toBe(true);
    seen.add(text);
  }
  const change = replacement(before.doc, followed);
  if (change === undefined) return;
  expect(before.doc.replace(change.from, change.to, change.slice).eq(followed)).toBe(true);
}
