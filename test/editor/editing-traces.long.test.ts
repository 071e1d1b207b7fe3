// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView as SourceView } from "@codemirror/view";
import type { Node } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import { expect, test, vi } from "vitest";
import { Awareness } from "y-protocols/awareness";
import { applyUpdate, Doc, UndoManager } from "yjs";
import { openDocument } from "../../web/dashboard/editor/document/open-document.ts";
import type { PageSession } from "../../web/dashboard/editor/editor-context.ts";
import { UnwrittenEdits } from "../../web/dashboard/editor/live/unwritten-edits.ts";
import { withSharedFolder } from "../support/shared-folder.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

/** The modules of the two modes. TypeScript checks the dashboard with other options, so they are loaded by path. */
interface Visual {
  VisualPage: new (
    mount: HTMLElement,
    session: PageSession,
    options: () => object,
  ) => { view: EditorView; panel: unknown; destroy(): void };
}
interface Source {
  sourceExtensions(session: PageSession, events: object): Extension;
}
const load = (path: string) => import(join(import.meta.dirname, "../../web/dashboard/editor", path));

interface Trace {
  endContent: string;
  /** Each patch is a position, how many characters to delete there, and the text to insert. */
  txns: { patches: [number, number, string][] }[];
}

/** A page in one browser, and the same page in another one that receives every edit. */
function openSession(path: string): { session: PageSession; received: () => string } {
  const [doc, other] = [new Doc(), new Doc()];
  doc.on("update", (update: Uint8Array) => applyUpdate(other, update));
  const text = doc.getText("source");
  const session = {
    draftId: "drf_1",
    path,
    text,
    undo: new UndoManager(text),
    awareness: new Awareness(doc),
    canWrite: true,
    unwritten: new UnwrittenEdits(),
  };
  return { session, received: () => other.getText("source").toString() };
}

withSharedFolder("editing-traces", "replays recorded editing sessions in both modes", (folder) => {
  const read = (name: string) =>
    JSON.parse(gunzipSync(readFileSync(join(folder, `${name}.json.gz`))).toString()) as Trace;
  const names = ["friendsforever_flat", "json-crdt-blog-post"];

  test.each(names)("source mode keeps every edit of %s", async (name) => {
    const { sourceExtensions }: Source = await load("source/source-extensions.ts");
    const { txns, endContent } = read(name);
    const { session, received } = openSession("page.mdx");
    const hooks = { findFacts: () => undefined, onPlace: () => {}, onAsk: () => {}, onComment: () => {} };
    const view = new SourceView({ state: EditorState.create({ extensions: sourceExtensions(session, hooks) }) });
    for (const [from, deleted, insert] of txns.flatMap(({ patches }) => patches)) {
      view.dispatch({ changes: { from, to: from + deleted, insert } });
    }
    expect(view.state.doc.toString()).toBe(endContent);
    expect(received()).toBe(endContent);
    view.destroy();
  });

  test.each(names)("visual mode keeps every edit of %s", async (name) => {
    const { VisualPage }: Visual = await load("visual/visual-page.ts");
    const { txns, endContent } = read(name);
    const { session, received } = openSession("page.mdx");
    const options = { catalog: [], pages: [], blocks: () => undefined, imageUrl: () => undefined };
    const events = { onPlace: () => {}, onAsk: () => {}, onComment: () => {} };
    const page = new VisualPage(document.body, session, () => ({ ...options, ...events }));
    for (const [from, deleted, insert] of txns.flatMap(({ patches }) => patches)) {
      const { doc, tr } = page.view.state;
      tr.delete(positionOf(doc, from), positionOf(doc, from + deleted));
      for (const [index, line] of insert.split("\n").entries()) {
        const at = positionOf(tr.doc, from + insert.split("\n").slice(0, index).join("\n").length);
        if (index > 0) tr.split(at);
        if (line !== "") tr.insertText(line, index > 0 ? at + 2 : at);
      }
      page.view.dispatch(tr);
      expect(page.panel).toBeUndefined();
    }
    expect(linesOf(page.view.state.doc).join("\n")).toBe(endContent);
    page.destroy();
    const written = openDocument(received(), "mdx").doc;
    const trimmed = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== "");
    expect(trimmed(linesOf(written))).toEqual(trimmed(endContent.split("\n")));
  });
});

function linesOf(doc: Node): string[] {
  return doc.children.map(({ textContent }) => textContent);
}

/** The position of a character, if each line is a paragraph. */
function positionOf(doc: Node, offset: number): number {
  let left = offset;
  let position = 1;
  for (const { content, nodeSize } of doc.children) {
    if (left <= content.size) return position + left;
    left -= content.size + 1;
    position += nodeSize;
  }
  throw new Error(`The document has no character ${offset}.`);
}
