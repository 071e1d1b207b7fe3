import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import type { Awareness } from "y-protocols/awareness";
import { element } from "../elements.ts";
import { isPlace } from "../live/place.ts";

const key = new PluginKey<DecorationSet>("otherCursors");
const peopleMax = 50;

/** Shows the cursors of other people. */
export function otherCursors(awareness: Awareness, positionOf: (offset: number) => number): Plugin {
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

function show(view: EditorView, awareness: Awareness, positionOf: (offset: number) => number): void {
  if (view.isDestroyed) return;
  const { state } = view;
  const people = [...awareness.getStates()].filter(([id]) => id !== awareness.clientID).slice(0, peopleMax);
  const decorations = people.flatMap(([id, { place, user }]) => {
    if (!isPlace(place)) return [];
    const size = state.doc.content.size;
    const [from, to] = [place.start, place.end].map((offset) => Math.min(positionOf(offset), size)) as [number, number];
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

const caretClass = "other-caret relative -mx-px border-l-2 border-[color:var(--person,var(--color-info))]";
const labelClass =
  "pointer-events-none absolute bottom-full -left-0.5 rounded-[4px] rounded-bl-none bg-[color:var(--person,var(--color-info))] px-[5px] font-sans text-[11px] leading-[18px] font-medium whitespace-nowrap text-white";

function caretElement(name: string, color: string): HTMLElement {
  const caret = element("span", { class: caretClass }, element("span", { class: labelClass }, name));
  if (color !== "") caret.style.setProperty("--person", color);
  return caret;
}
