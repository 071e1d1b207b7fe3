import { type KeyboardEvent, type RefObject, useRef } from "react";
import type { TreeRow } from "./tree-rows.ts";

interface TreeKeys {
  tree: RefObject<HTMLElement | null>;
  rows: readonly TreeRow[];
  focused: number;
  open: ReadonlySet<string>;
  idOf: (row: TreeRow) => string;
  onFocus: (row: TreeRow) => void;
  onToggle: (row: TreeRow) => void;
  onSelect: (row: TreeRow) => void;
}

const typingMilliseconds = 600;

/** The keys of the tree pattern: arrows, Home, End, Enter, Space, and letters that jump to a label. */
export function useTreeKeys({ tree, rows, focused, open, idOf, onFocus, onToggle, onSelect }: TreeKeys) {
  const typed = useRef({ text: "", at: 0 });
  const move = (row: TreeRow | undefined) => {
    if (row === undefined) return;
    onFocus(row);
    tree.current?.ownerDocument.getElementById(idOf(row))?.focus();
  };
  return (event: KeyboardEvent) => {
    const row = rows[focused];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const isOpen = open.has(row.id);
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(rows[focused + 1]),
      ArrowUp: () => move(rows[focused - 1]),
      Home: () => move(rows[0]),
      End: () => move(rows.at(-1)),
      ArrowRight: () => (row.isParent && !isOpen ? onToggle(row) : row.isParent && move(rows[focused + 1])),
      ArrowLeft: () =>
        row.isParent && isOpen
          ? onToggle(row)
          : move(rows.slice(0, focused).findLast(({ depth }) => depth < row.depth)),
      Enter: () => onSelect(row),
      " ": () => onSelect(row),
    };
    const action = actions[event.key];
    if (action !== undefined) {
      event.preventDefault();
      action();
    } else if (event.key.length === 1) {
      const isSame = event.timeStamp - typed.current.at < typingMilliseconds;
      typed.current = { text: (isSame ? typed.current.text : "") + event.key.toLowerCase(), at: event.timeStamp };
      const { text } = typed.current;
      const order = [...rows.slice(focused + (text.length > 1 ? 0 : 1)), ...rows.slice(0, focused)];
      move(order.find(({ label }) => label.toLowerCase().startsWith(text)));
    }
  };
}
