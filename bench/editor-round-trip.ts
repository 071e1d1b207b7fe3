import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Node } from "prosemirror-model";
import { smallestSplice } from "../src/contract/smallest-splice.ts";
import { randomNumbers } from "../web/dashboard/editor/document/edit-places-test-support.ts";
import { type EditKind, editKinds, editRandomly } from "../web/dashboard/editor/document/edits-test-support.ts";
import { findOrigin } from "../web/dashboard/editor/document/node-origin.ts";
import { openDocument, type PageDocument } from "../web/dashboard/editor/document/open-document.ts";
import { writeDocument } from "../web/dashboard/editor/document/write-document.ts";

/** Edits each page once with each kind of edit, at the same place in every run. `--every=10` uses every tenth page. */
const every = Number(process.argv.find((argument) => argument.startsWith("--every="))?.slice("--every=".length) ?? 1);
const project = join(import.meta.dirname, "..");
const folders = ["docs", "test/site/scenarios", "../shared/corpora"].map((folder) => join(project, folder));
const files = folders
  .filter((folder) => existsSync(folder))
  .flatMap((cwd) => globSync("**/*.{md,mdx}", { cwd }).map((file) => join(cwd, file)))
  .toSorted()
  .filter((_, index) => index % every === 0);

interface Tally {
  edits: number;
  exact: number;
  /** The number of edits after which only the edited top-level blocks had changed. */
  inside: number;
  oneLine: number;
}

const tallies = new Map<EditKind, Tally>();
const openMilliseconds: number[] = [];
const writeMilliseconds: number[] = [];
let opaquePages = 0;
let blocks = 0;
const opaqueBlocks = new Map<string, number>();

for (const [index, file] of files.entries()) {
  const startedAt = performance.now();
  const page = openDocument(readFileSync(file, "utf8"), file.endsWith(".mdx") ? "mdx" : "md");
  openMilliseconds.push(performance.now() - startedAt);
  countOpaque(page.doc);
  for (const kind of editKinds) measureEdit(page, kind, index);
}

const sum = (key: keyof Tally) => [...tallies.values()].reduce((total, tally) => total + tally[key], 0);
console.table(Object.fromEntries(tallies));
console.log(`${files.length} pages, ${opaquePages} of them refused by the parser; ${blocks} blocks and pieces of text`);
console.log("opaque:", Object.fromEntries(opaqueBlocks));
console.log(`edits ${sum("edits")}, exact ${sum("exact")}, nothing changed outside ${sum("inside")}`);
console.log(`open ${summary(openMilliseconds)}, write and read again ${summary(writeMilliseconds)}`);
process.exitCode = sum("exact") === sum("edits") && sum("inside") === sum("edits") ? 0 : 1;

function measureEdit(page: PageDocument, kind: EditKind, seed: number): void {
  const doc = editRandomly(page.doc, kind, randomNumbers(seed), page.format);
  if (doc === undefined) return;
  const tally = tallies.get(kind) ?? { edits: 0, exact: 0, inside: 0, oneLine: 0 };
  tallies.set(kind, tally);
  tally.edits += 1;
  const startedAt = performance.now();
  const written = writeDocument(page, doc);
  writeMilliseconds.push(performance.now() - startedAt);
  if (!written.isExact) {
    console.log(
      `refused: ${kind} on page ${seed}: ${written.message} ${doc.child(written.index).toString().slice(0, 300)}`,
    );
    return;
  }
  tally.exact += 1;
  if (isKept(page, doc, written.source)) tally.inside += 1;
  const splice = smallestSplice(page.source, written.source);
  const deleted = splice === undefined ? "" : page.source.slice(splice.start, splice.start + splice.deleted);
  if (!deleted.includes("\n")) tally.oneLine += 1;
}

function isKept({ doc, source }: PageDocument, edited: Node, written: string): boolean {
  const children = findOrigin(doc)?.children ?? [];
  let start = 0;
  while (start < children.length && children[start]?.node === edited.maybeChild(start)) start += 1;
  let end = 0;
  const isSame = (count: number) => children.at(-1 - count)?.node === edited.maybeChild(edited.childCount - 1 - count);
  while (end < children.length - start && end < edited.childCount - start && isSame(end)) end += 1;
  const after = end === 0 ? "" : source.slice(children.at(-end)?.start);
  return written.startsWith(source.slice(0, children[start - 1]?.end ?? 0)) && written.endsWith(after);
}

function countOpaque(doc: Node): void {
  doc.descendants(({ type, attrs }) => {
    blocks += 1;
    if (type.name !== "opaque" && type.name !== "inlineOpaque") return;
    if (attrs.kind === "page") opaquePages += 1;
    const name = `${type.name} ${attrs.kind}`;
    opaqueBlocks.set(name, (opaqueBlocks.get(name) ?? 0) + 1);
  });
}

function summary(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(0.999)} ms`;
}
