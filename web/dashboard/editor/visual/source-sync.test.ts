import fc from "fast-check";
import { EditorState, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { expect, test } from "vitest";
import { Awareness } from "y-protocols/awareness";
import { applyUpdate, Doc, encodeStateAsUpdate, UndoManager } from "yjs";
import { UnwrittenEdits } from "../live/unwritten-edits.ts";
import { fromSource, SourceSync } from "./source-sync.ts";

/** Someone who has the page open in visual mode, without a browser. The caret is behind this text. */
function openWriter(doc: Doc, behind: string) {
  const text = doc.getText("source");
  const session = {
    draftId: "drf_test",
    path: "index.mdx",
    text,
    undo: new UndoManager(text),
    awareness: new Awareness(doc),
    canWrite: true,
    unwritten: new UnwrittenEdits(),
  };
  const refused: string[] = [];
  const onRefused = (_start: number, _end: number, message: string) => void refused.push(message);
  const sync = new SourceSync(session, { onRefused, onFollowed: () => {}, onWritten: () => {} });
  let caret = 0;
  sync.page.doc.descendants((node, position) => {
    const index = node.isText ? (node.text ?? "").indexOf(behind) : -1;
    if (index >= 0) caret = position + index + behind.length;
  });
  const view = {
    state: EditorState.create({ doc: sync.page.doc, selection: TextSelection.create(sync.page.doc, caret) }),
    composing: false,
    dom: { addEventListener() {}, removeEventListener() {} },
    dispatch(tr: EditorState["tr"]) {
      view.state = view.state.apply(tr);
      if (tr.getMeta(fromSource) === true) return;
      sync.edited();
      // As if there was a pause after each key.
      sync.flush();
    },
  };
  sync.start(view as unknown as EditorView);
  return {
    doc,
    text,
    refused,
    shown: () => view.state.doc.textContent,
    type(character: string) {
      view.dispatch(view.state.tr.insertText(character));
    },
  };
}

const wordsPerPerson = 6;
const typed = (name: string) => Array.from({ length: wordsPerPerson }, (_, index) => ` ${name}${index}`).join("");

test.each([
  ["a paragraph", "Start\n"],
  ["a paragraph between others", "One.\n\nStart\n\nTwo.\n"],
  ["a heading", "# Start\n\nText.\n"],
  ["a list item", "- One\n- Start\n- Two\n"],
  ["a table cell", "| A | B |\n| --- | --- |\n| Start | x |\n"],
  ["a callout", "<Note>\n  Start\n</Note>\n"],
  ["a quote", "> Start\n"],
  ["text before a formatted word", "Start **bold**\n"],
  ["a line before another", "Start\\\nEnd\n"],
])("two people who type words at the end of %s lose no space", (_what, source) => {
  const steps = fc.array(fc.constantFrom("a", "b", "to a", "to b"), { minLength: 60, maxLength: 120 });
  fc.assert(
    fc.property(steps, (order) => {
      const docs = [new Doc(), new Doc()] as const;
      for (const [index, doc] of docs.entries()) doc.clientID = index + 1;
      docs[0].getText("source").insert(0, source);
      applyUpdate(docs[1], encodeStateAsUpdate(docs[0]));
      const [a, b] = [openWriter(docs[0], "Start"), openWriter(docs[1], "Start")];
      const left = { a: [...typed("a")], b: [...typed("b")] };
      const run = (step: string) => {
        if (step === "to a") applyUpdate(a.doc, encodeStateAsUpdate(b.doc), "remote");
        else if (step === "to b") applyUpdate(b.doc, encodeStateAsUpdate(a.doc), "remote");
        else (step === "a" ? a : b).type(left[step as "a" | "b"].shift() ?? "");
      };
      for (const step of order) if ((left[step as "a"] ?? [""]).length > 0) run(step);
      for (const step of ["a", "b"] as const) while (left[step].length > 0) run(step);
      run("to a");
      run("to b");
      expect(a.text.toString()).toBe(b.text.toString());
      expect([a.refused, b.refused]).toEqual([[], []]);
      const line = a.text.toString();
      expect(line.split(" ")).toHaveLength(source.split(" ").length + 2 * wordsPerPerson);
      for (const name of ["a", "b"]) {
        const words = line.match(new RegExp(`${name}\\d`, "g"));
        expect(words).toEqual(Array.from({ length: wordsPerPerson }, (_, index) => `${name}${index}`));
        expect(line).not.toMatch(new RegExp(`${name}\\d${name}\\d`));
      }
    }),
    { numRuns: 4, seed: 1, endOnFailure: true },
  );
});
