import "../../style.css";
import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";
import { Awareness } from "y-protocols/awareness";
import { applyUpdate, Doc, encodeStateAsUpdate, UndoManager } from "yjs";
import type { VisualTestPage } from "../../../../test/editor/visual/test-page.ts";
import { Toasts } from "../../ui/toast.tsx";
import type { ComponentCatalog } from "../catalog.ts";
import type { PageSession, Place } from "../editor-context.ts";
import { UnwrittenEdits } from "../live/unwritten-edits.ts";
import { VisualEditor } from "./visual-editor.tsx";

const catalog: ComponentCatalog = [
  {
    name: "Card",
    description: "A linked box with a title",
    props: [
      { name: "title", type: "string", isRequired: true, description: "Shown in bold." },
      { name: "icon", type: "icon" },
      { name: "href", type: "page", description: "Where the card leads." },
      { name: "horizontal", type: "boolean", default: "false" },
    ],
    children: "blocks",
  },
  {
    name: "CardGroup",
    description: "Cards side by side",
    props: [{ name: "cols", type: "number", default: "2" }],
    children: ["Card"],
  },
  { name: "Steps", description: "Numbered steps", props: [], children: ["Step"] },
  {
    name: "Step",
    description: "One of several steps",
    props: [{ name: "title", type: "string", isRequired: true }],
    children: "blocks",
  },
  { name: "Tabs", description: "Several views", props: [], children: ["Tab"] },
  { name: "Tab", props: [{ name: "title", type: "string", isRequired: true }], children: "blocks" },
  { name: "Note", description: "Something to keep in mind", props: [], children: "blocks" },
  {
    name: "Badge",
    description: "A colored label",
    isInline: true,
    props: [{ name: "color", type: "enum", options: ["gray", "blue", "red"], default: "gray" }],
    children: "text",
  },
];

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as {
  source: string;
  canWrite?: boolean;
};
const doc = new Doc();
const other = new Doc();
const text = doc.getText("source");
text.insert(0, start.source);
applyUpdate(other, encodeStateAsUpdate(doc));
const awareness = new Awareness(doc);
const session: PageSession = {
  draftId: "drf_test",
  path: "guides/start.mdx",
  text,
  undo: new UndoManager(text, { captureTimeout: 0 }),
  awareness,
  canWrite: start.canWrite ?? true,
  unwritten: new UnwrittenEdits(),
};
let place: Place = { start: 0, end: 0 };
let show: (next: Place) => void = () => {};
const asked: string[] = [];

const testPage: VisualTestPage = {
  source: () => text.toString(),
  changeRemotely(before, after) {
    applyUpdate(other, encodeStateAsUpdate(doc));
    const theirs = other.getText("source");
    const at = theirs.toString().indexOf(before);
    if (at < 0) throw new Error(`The page doesn't contain ${before}.`);
    theirs.delete(at, before.length);
    theirs.insert(at, after);
    applyUpdate(doc, encodeStateAsUpdate(other), "remote");
  },
  showPerson(name, offset) {
    awareness.states.set(99, { user: { name, color: "#b5179e" }, place: { start: offset, end: offset } });
    awareness.emit("change", [{ added: [99], updated: [], removed: [] }, "remote"]);
  },
  hasUnwritten: () => session.unwritten.areWaiting,
  place: () => place,
  goTo: (next) => show(next),
  asked: () => asked,
};
Object.assign(window, { testPage });

function TestApp() {
  const [shown, setShown] = useState<Place>({ start: 0, end: 0 });
  show = setShown;
  const editor = createElement(VisualEditor, {
    session,
    place: shown,
    onPlace: (next) => {
      place = next;
    },
    problems: [],
    onAsk: (asking) => asked.push(`ask ${textOf(asking)}`),
    onComment: (commented) => asked.push(`comment ${textOf(commented)}`),
    catalog,
    blocks: (from, end) =>
      textOf({ start: from, end }).startsWith("{/* rendered") ? "<p><em>Rendered</em></p>" : undefined,
    pages: [{ path: "guides/install.mdx", url: "/guides/install", title: "Install" }],
    media: ["images/leaf.png"],
    findIcons: async () => ["sun", "leaf"],
    imageUrl: (src) => (/^(?:https?:|data:image\/)/.test(src) ? src : undefined),
    onFiles: async (files) => files.map(({ name }) => ({ path: `/images/${name}` })),
  });
  const title = createElement("h1", { className: "sr-only" }, "Editor");
  return createElement("main", { className: "h-dvh" }, title, editor, createElement(Toasts));
}

function textOf(range: Place): string {
  return text.toString().slice(range.start, range.end);
}

const root = document.getElementById("app");
if (root !== null) createRoot(root).render(createElement(TestApp));
