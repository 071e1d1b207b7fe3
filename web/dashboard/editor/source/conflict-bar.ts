import { type EditorView, WidgetType } from "@codemirror/view";

type Side = "mine" | "theirs" | "both";

interface ConflictState {
  number: number;
  count: number;
  choice: Side | "edited" | undefined;
}

const labels: Readonly<Record<Side, string>> = { mine: "Keep mine", theirs: "Use theirs", both: "Keep both" };

/** The buttons above the lines of a conflict. */
export class ConflictBar extends WidgetType {
  readonly #state: ConflictState;
  readonly #choose: (view: EditorView, side: Side) => void;

  constructor(state: ConflictState, choose: (view: EditorView, side: Side) => void) {
    super();
    this.#state = state;
    this.#choose = choose;
  }

  override eq(other: ConflictBar): boolean {
    return JSON.stringify(other.#state) === JSON.stringify(this.#state);
  }

  toDOM(view: EditorView): HTMLElement {
    const { number, count, choice } = this.#state;
    const bar = document.createElement("div");
    bar.className = "cm-conflict-bar";
    bar.setAttribute("role", "group");
    const title = document.createElement("span");
    title.textContent = `Conflict ${number} of ${count}${choice === "edited" ? ", edited" : ""}`;
    bar.setAttribute("aria-label", title.textContent);
    bar.append(title);
    for (const side of ["mine", "theirs", "both"] as const) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = labels[side];
      button.setAttribute("aria-pressed", String(choice === side));
      button.addEventListener("click", () => this.#choose(view, side));
      bar.append(button);
    }
    return bar;
  }

  /** The buttons handle their own events. */
  override ignoreEvent(): boolean {
    return true;
  }
}
