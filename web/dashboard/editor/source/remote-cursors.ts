import { Annotation, type Extension, type Range, RangeSet } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import type { Awareness } from "y-protocols/awareness";
import { createRelativePositionFromTypeIndex, type Text } from "yjs";
import { element } from "../elements.ts";
import { offsetOf } from "../live/place.ts";

const moved = Annotation.define<true>();
const cursorsMax = 50;
const nameLengthMax = 40;

/**
 * Shows other people's cursors and sends this person's. y-codemirror.next does the same, but writes colors into style
 * attributes, which the dashboard's content security policy forbids.
 */
export function remoteCursors(text: Text, awareness: Awareness): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      readonly #stop: () => void;

      constructor(view: EditorView) {
        this.decorations = decorate(text, awareness, view.state.doc.length);
        const listener = ({ added, updated, removed }: Record<"added" | "updated" | "removed", number[]>) => {
          const isOther = [...added, ...updated, ...removed].some((id) => id !== awareness.clientID);
          if (isOther) view.dispatch({ annotations: moved.of(true) });
        };
        awareness.on("change", listener);
        this.#stop = () => awareness.off("change", listener);
      }

      update(update: ViewUpdate) {
        if (update.selectionSet || update.docChanged || update.focusChanged) publish(update.view, text, awareness);
        this.decorations = decorate(text, awareness, update.state.doc.length);
      }

      destroy() {
        this.#stop();
      }
    },
    { decorations: (value) => value.decorations },
  );
  return [plugin, cursorTheme];
}

function publish({ hasFocus, state }: EditorView, text: Text, awareness: Awareness): void {
  // Read-only people are shown too. People who look elsewhere keep their last position.
  if (!hasFocus || awareness.getLocalState() === null) return;
  const { anchor, head } = state.selection.main;
  const at = (offset: number) => createRelativePositionFromTypeIndex(text, Math.min(offset, text.length));
  const next = { anchor: at(anchor), head: at(head) };
  if (JSON.stringify(awareness.getLocalState()?.cursor) !== JSON.stringify(next)) {
    awareness.setLocalStateField("cursor", next);
  }
}

/** The state comes from another browser, so everything is checked. */
function decorate(text: Text, awareness: Awareness, length: number): DecorationSet {
  const states = [...awareness.getStates()].slice(0, cursorsMax);
  const ranges = states.flatMap(([id, { cursor, user }]): Range<Decoration>[] => {
    const [anchor, head] = [offsetOf(text, cursor?.anchor), offsetOf(text, cursor?.head)];
    if (id === awareness.clientID || anchor === undefined || head === undefined) return [];
    const [start, end] = [Math.min(anchor, head), Math.max(anchor, head)];
    if (end > length) return [];
    const name = typeof user?.name === "string" ? user.name.slice(0, nameLengthMax) : "Someone";
    const color = typeof user?.color === "string" ? user.color : "";
    const caret = Decoration.widget({ widget: new Caret(name, color), side: head === end ? -1 : 1 }).range(head);
    return start === end ? [caret] : [selected.range(start, end), caret];
  });
  return RangeSet.of(ranges, true);
}

const selected = Decoration.mark({ class: "cm-remote-selection" });

class Caret extends WidgetType {
  readonly name: string;
  readonly color: string;

  constructor(name: string, color: string) {
    super();
    this.name = name;
    this.color = color;
  }

  override eq(other: Caret): boolean {
    return other.name === this.name && other.color === this.color;
  }

  toDOM(): HTMLElement {
    const label = element("span", { class: "cm-remote-name" }, this.name);
    const attributes = { class: "cm-remote-caret", "aria-hidden": "true" };
    const caret = element("span", attributes, "\u2060", label, "\u2060");
    // An invalid color is ignored, and the style sheet's default applies.
    caret.style.setProperty("--caret", this.color);
    return caret;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const cursorTheme = EditorView.baseTheme({
  ".cm-remote-caret": {
    position: "relative",
    borderLeft: "2px solid var(--caret, var(--color-info))",
    marginLeft: "-1px",
    marginRight: "-1px",
    pointerEvents: "none",
  },
  ".cm-remote-name": {
    position: "absolute",
    bottom: "100%",
    left: "-2px",
    padding: "0 5px",
    borderRadius: "4px 4px 4px 0",
    fontFamily: "var(--font-sans)",
    fontSize: "11px",
    lineHeight: "16px",
    whiteSpace: "nowrap",
    color: "var(--color-white)",
    backgroundColor: "var(--caret, var(--color-info))",
    zIndex: "5",
  },
  ".cm-remote-selection": { backgroundColor: "color-mix(in oklch, var(--color-info) 20%, transparent)" },
});
