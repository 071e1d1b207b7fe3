import type { EditorState } from "prosemirror-state";
import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import type { Awareness } from "y-protocols/awareness";
import type { Place } from "../editor-context.ts";

const key = new PluginKey<DecorationSet>("otherCursors");
const peopleMax = 50;

/** Shows the cursors of other people. */
export function otherCursors(awareness: Awareness, positionOf: (state: EditorState, offset: number) => number): Plugin {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, before) =>
        (tr.getMeta(key) as DecorationSet | undefined) ?? (tr.docChanged ? before.map(tr.mapping, tr.doc) : before),
    },
    props: { decorations: (state) => key.getState(state) },
    view(view) {
      const update = () => show(view, awareness, positionOf);
      awareness.on("change", update);
      // The state can't change while the view is being created.
      queueMicrotask(update);
      return { destroy: () => awareness.off("change", update) };
    },
  });
}

function show(
  view: EditorView,
  awareness: Awareness,
  positionOf: (state: EditorState, offset: number) => number,
): void {
  if (view.isDestroyed) return;
  const { state } = view;
  const people = [...awareness.getStates()].filter(([id]) => id !== awareness.clientID).slice(0, peopleMax);
  const decorations = people.flatMap(([id, { place, user }]) => {
    if (!isPlace(place)) return [];
    const size = state.doc.content.size;
    const [from, to] = [place.start, place.end].map((offset) => Math.min(positionOf(state, offset), size)) as [
      number,
      number,
    ];
    const name = typeof user?.name === "string" ? user.name.slice(0, 60) : "Someone";
    const color =
      typeof user?.color === "string" && /^#[\da-f]{6}$|^[\w ().%/-]{1,60}$/i.test(user.color) ? user.color : "";
    const caret = Decoration.widget(to, () => caretElement(name, color), { key: `${id}-${name}-${color}`, side: 10 });
    if (from >= to) return [caret];
    const style = color === "" ? "" : `--person: ${color}`;
    return [Decoration.inline(from, to, { class: "other-selection", style }), caret];
  });
  const before = key.getState(state);
  if (decorations.length === 0 && before === DecorationSet.empty) return;
  const set = decorations.length === 0 ? DecorationSet.empty : DecorationSet.create(state.doc, decorations);
  view.dispatch(state.tr.setMeta(key, set).setMeta("addToHistory", false));
}

function isPlace(value: unknown): value is Place {
  const { start, end } = (value ?? {}) as Partial<Place>;
  return Number.isSafeInteger(start) && Number.isSafeInteger(end);
}

function caretElement(name: string, color: string): HTMLElement {
  const caret = document.createElement("span");
  caret.className = "other-caret";
  if (color !== "") caret.style.setProperty("--person", color);
  const label = document.createElement("span");
  label.textContent = name;
  caret.append(label);
  return caret;
}
