import {
  type EditorState,
  type Extension,
  RangeSet,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { button, element } from "../elements.ts";
import type { MergeConflict } from "../live/merge-three-ways.ts";

type Side = "mine" | "theirs" | "both";
type ConflictChoice = Side | "edited";

/** A conflict in the result, which may already be resolved. */
interface TrackedConflict extends MergeConflict {
  choice: ConflictChoice | undefined;
}

const choose = StateEffect.define<{ index: number; choice: ConflictChoice; to: number }>();

/** Tracks the conflicts while the result is edited, and shows the buttons above each. */
export function conflictField(conflicts: readonly MergeConflict[]) {
  const field: StateField<readonly TrackedConflict[]> = StateField.define<readonly TrackedConflict[]>({
    create: () => conflicts.map((conflict) => ({ ...conflict, choice: undefined })),
    update: follow,
    provide: (own) => EditorView.decorations.compute([own], (state) => decorate(state, state.field(own), chooseSide)),
  });
  return field;

  /** Choosing isn't part of the undo history: the buttons stay visible, so the choice can be changed. */
  function chooseSide(view: EditorView, index: number, choice: Side): void {
    const conflict = view.state.field(field)[index];
    if (conflict === undefined) return;
    const { from, to, mine, theirs } = conflict;
    const insert = { mine, theirs, both: both(mine, theirs) }[choice];
    view.dispatch({
      changes: { from, to, insert },
      effects: choose.of({ index, choice, to: from + insert.length }),
      userEvent: "input.conflict",
    });
  }
}

function both(mine: string, theirs: string): string {
  return mine === "" || mine.endsWith("\n") || theirs === "" ? mine + theirs : `${mine}\n${theirs}`;
}

function follow(tracked: readonly TrackedConflict[], transaction: Transaction): readonly TrackedConflict[] {
  const chosen = transaction.effects.find((effect) => effect.is(choose))?.value;
  if (!transaction.docChanged && chosen === undefined) return tracked;
  return tracked.map((conflict, index): TrackedConflict => {
    const from = transaction.changes.mapPos(conflict.from, -1);
    const to = transaction.changes.mapPos(conflict.to, 1);
    if (chosen?.index === index) return { ...conflict, from, to: chosen.to, choice: chosen.choice };
    const isTouched = transaction.changes.touchesRange(conflict.from, conflict.to) !== false && chosen === undefined;
    return { ...conflict, from, to: Math.max(from, to), choice: isTouched ? "edited" : conflict.choice };
  });
}

function decorate(
  { doc }: EditorState,
  tracked: readonly TrackedConflict[],
  chooseSide: (view: EditorView, index: number, choice: Side) => void,
): DecorationSet {
  const ranges = tracked.flatMap(({ from, to, choice }, index) => {
    const bar = new ConflictBar({ number: index + 1, count: tracked.length, choice }, (view, side) =>
      chooseSide(view, index, side),
    );
    const widget = Decoration.widget({ widget: bar, block: true, side: -1 }).range(from);
    const marked = choice === undefined ? conflictLine : decidedLine;
    const lines = [];
    for (let at = from; at < to; at = doc.lineAt(at).to + 1) lines.push(marked.range(doc.lineAt(at).from));
    return [widget, ...lines];
  });
  return RangeSet.of(ranges, true);
}

const conflictLine = Decoration.line({ class: "cm-conflict" });
const decidedLine = Decoration.line({ class: "cm-conflict-decided" });

type BarState = Pick<TrackedConflict, "choice"> & { number: number; count: number };

const labels: Readonly<Record<Side, string>> = { mine: "Keep mine", theirs: "Use theirs", both: "Keep both" };

/** The buttons above the lines of a conflict. */
class ConflictBar extends WidgetType {
  readonly #state: BarState;
  readonly #choose: (view: EditorView, side: Side) => void;

  constructor(state: BarState, choose: (view: EditorView, side: Side) => void) {
    super();
    this.#state = state;
    this.#choose = choose;
  }

  override eq(other: ConflictBar): boolean {
    return JSON.stringify(other.#state) === JSON.stringify(this.#state);
  }

  toDOM(view: EditorView): HTMLElement {
    const { number, count, choice } = this.#state;
    const title = `Conflict ${number} of ${count}${choice === "edited" ? ", edited" : ""}`;
    const buttons = (["mine", "theirs", "both"] as const).map((side) => {
      const shown = button("", () => this.#choose(view, side), labels[side]);
      shown.setAttribute("aria-pressed", String(choice === side));
      return shown;
    });
    const attributes = { class: "cm-conflict-bar", role: "group", "aria-label": title };
    return element("div", attributes, element("span", {}, title), ...buttons);
  }

  /** The buttons handle their own events. */
  override ignoreEvent(): boolean {
    return true;
  }
}

export const conflictTheme: Extension = EditorView.theme({
  ".cm-conflict": { backgroundColor: "var(--color-warn-soft)" },
  ".cm-conflict-decided": { backgroundColor: "var(--color-ok-soft)" },
  ".cm-conflict-bar": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "6px",
    padding: "4px 8px",
    fontFamily: "var(--font-sans)",
    fontSize: "12.5px",
    color: "var(--color-ink-soft)",
    borderTop: "1px solid var(--color-line)",
  },
  ".cm-conflict-bar span": { marginRight: "auto" },
  ".cm-conflict-bar button": {
    minHeight: "28px",
    padding: "0 8px",
    font: "inherit",
    color: "var(--color-ink)",
    backgroundColor: "var(--color-surface)",
    border: "1px solid var(--color-line-strong)",
    borderRadius: "var(--radius-control)",
    cursor: "pointer",
  },
  ".cm-conflict-bar button:hover": { backgroundColor: "var(--color-hover)" },
  ".cm-conflict-bar button:focus-visible": { outline: "2px solid var(--color-accent)", outlineOffset: "2px" },
  ".cm-conflict-bar button[aria-pressed=true]": {
    color: "var(--color-on-accent)",
    backgroundColor: "var(--color-accent)",
    borderColor: "transparent",
  },
});
