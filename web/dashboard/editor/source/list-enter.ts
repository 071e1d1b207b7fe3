import type { StateCommand } from "@codemirror/state";
import { isPage } from "./mdx-language.ts";
import { stateAt } from "./scan-mdx.ts";

const item = /^(\s*(?:>\s*)*)([-*+]|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/;

/** Enter in a list starts the next item. In an empty item, it ends the list. */
export function listEnter(path: string): StateCommand {
  return ({ state, dispatch }) => {
    const { main } = state.selection;
    const line = state.doc.lineAt(main.head);
    const [mark, indent = "", bullet = "", number, sign, space = " ", box] = item.exec(line.text) ?? [];
    if (!isPage(path) || mark === undefined || !main.empty || main.head < line.from + mark.length) return false;
    const around = stateAt(state.doc.toString(), line.from);
    if (around.fence !== undefined || around.frames.length > 0 || around.part === "frontmatter") return false;
    const isEmpty = line.text.length === mark.length;
    const next = number === undefined ? bullet : `${Number(number) + 1}${sign}`;
    const insert = isEmpty ? indent : `\n${indent}${next}${space}${box === undefined ? "" : "[ ] "}`;
    const from = isEmpty ? line.from : main.head;
    dispatch(
      state.update({
        changes: { from, to: main.head, insert },
        selection: { anchor: from + insert.length },
        scrollIntoView: true,
        userEvent: "input",
      }),
    );
    return true;
  };
}
