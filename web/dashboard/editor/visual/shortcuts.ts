import { baseKeymap, chainCommands, exitCode, selectParentNode, toggleMark } from "prosemirror-commands";
import { undoInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import { liftListItem, sinkListItem } from "prosemirror-schema-list";
import type { Command, Plugin } from "prosemirror-state";
import { goToNextCell } from "prosemirror-tables";
import { pageSchema } from "../document/page-schema.ts";
import { moveBlock } from "./block-commands.ts";
import { selectWholeAfter, selectWholeBefore, splitText } from "./enter-and-delete.ts";
import type { VisualHost } from "./host.ts";
import { indentCode, insertHardBreak, outdentCode, toggleTag } from "./inline-commands.ts";
import { turnInto } from "./turn-into.ts";

const { nodes, marks } = pageSchema;

export function shortcuts(host: VisualHost): Plugin[] {
  const run =
    (action: () => unknown): Command =>
    () =>
      action() !== false;
  const remove = chainCommands(undoInputRule, selectWholeBefore, baseKeymap.Backspace ?? (() => false));
  return [
    keymap({
      "Mod-z": run(() => host.undo()),
      "Mod-y": run(() => host.redo()),
      "Mod-Shift-z": run(() => host.redo()),
      "Mod-b": toggleMark(marks.strong),
      "Mod-i": toggleMark(marks.emphasis),
      "Mod-e": toggleMark(marks.code),
      "Mod-Shift-x": toggleMark(marks.strike),
      "Mod-u": toggleTag("u"),
      "Mod-,": toggleTag("sub"),
      "Mod-.": toggleTag("sup"),
      "Mod-k": run(() => host.editLink()),
      "Mod-Shift-m": run(() => host.comment()),
      "Mod-Alt-0": turnInto("paragraph"),
      "Mod-Alt-1": turnInto("heading1"),
      "Mod-Alt-2": turnInto("heading2"),
      "Mod-Alt-3": turnInto("heading3"),
      "Mod-Alt-4": turnInto("heading4"),
      "Mod-Shift-7": turnInto("orderedList"),
      "Mod-Shift-8": turnInto("bulletList"),
      "Mod-Shift-9": turnInto("taskList"),
      "Mod-Shift-b": turnInto("blockquote"),
      "Mod-Enter": chainCommands(exitCode, insertHardBreak),
      "Shift-Enter": chainCommands(exitCode, insertHardBreak),
      "Alt-ArrowUp": moveBlock("up"),
      "Alt-ArrowDown": moveBlock("down"),
      Tab: chainCommands(goToNextCell(1), indentCode, sinkListItem(nodes.listItem)),
      "Shift-Tab": chainCommands(goToNextCell(-1), outdentCode, liftListItem(nodes.listItem)),
      // Selecting the block takes the cursor out of its text, so that Tab then leaves a code block or a table.
      Escape: selectParentNode,
      Enter: chainCommands(
        run(() => host.openSelected()),
        ...splitText,
      ),
      Backspace: remove,
      "Mod-Backspace": remove,
      "Shift-Backspace": remove,
      Delete: chainCommands(selectWholeAfter, baseKeymap.Delete ?? (() => false)),
    }),
    keymap(baseKeymap),
  ];
}
