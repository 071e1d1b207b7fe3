import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { siblingPlaces, type TreeRow } from "./tree-rows.ts";

interface TreeRequest<Row extends TreeRow> {
  /** The visible rows. */
  rows: readonly Row[];
  open: ReadonlySet<string>;
  /** The open file. Tab focuses its row until another row gets the focus. */
  path: string | undefined;
  onToggle: (row: Row, isOpen: boolean) => void;
  onSelect: (row: Row) => void;
  /** Handles keys that only this tree has. Returns whether the key was one of them. */
  onKey?: (event: KeyboardEvent, row: Row) => boolean;
}

const typingMilliseconds = 600;

/**
 * The roles and keys of a tree according to WAI-ARIA. The rows aren't nested, so attributes describe their hierarchy.
 */
export function useTree<Row extends TreeRow>({ rows, open, path, onToggle, onSelect, onKey }: TreeRequest<Row>) {
  const tree = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const [focusedId, setFocusedId] = useState<string>();
  const places = siblingPlaces(rows);
  const wanted = rows.findIndex(({ id }) => id === focusedId);
  const current = path === undefined ? -1 : rows.findIndex((row) => row.path === path);
  const focused = wanted >= 0 ? wanted : Math.max(current, 0);

  const awaited = useRef<string>(undefined);
  const focusAwaited = () => {
    if (awaited.current === undefined) return;
    const row = tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(awaited.current)}"]`);
    row?.focus();
    if (row != null) awaited.current = undefined;
  };
  // The row may only appear with a later render.
  useEffect(focusAwaited);
  const focus = (id: string) => {
    setFocusedId(id);
    awaited.current = id;
    focusAwaited();
  };
  const goTo = (row: Row | undefined) => row && focus(row.id);
  const jumpTo = (letter: string, time: number) => {
    const isSame = time - typed.current.at < typingMilliseconds;
    const text = (isSame ? typed.current.text : "") + letter.toLowerCase();
    typed.current = { text, at: time };
    const order = [...rows.slice(focused + (text.length > 1 ? 0 : 1)), ...rows.slice(0, focused)];
    goTo(order.find(({ label }) => label.toLowerCase().startsWith(text)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[focused];
    if (row === undefined || !isRow(event.target) || event.ctrlKey || event.metaKey) return;
    const isOpen = open.has(row.id);
    const actions: Record<string, () => void> = {
      ArrowDown: () => goTo(rows[focused + 1]),
      ArrowUp: () => goTo(rows[focused - 1]),
      Home: () => goTo(rows[0]),
      End: () => goTo(rows.at(-1)),
      ArrowRight: () => row.isParent && (isOpen ? goTo(rows[focused + 1]) : onToggle(row, true)),
      ArrowLeft: () =>
        row.isParent && isOpen
          ? onToggle(row, false)
          : goTo(rows.slice(0, focused).findLast(({ depth }) => depth < row.depth)),
      Enter: () => onSelect(row),
      " ": () => onSelect(row),
    };
    const action = event.altKey ? undefined : actions[event.key];
    if (onKey?.(event, row) !== true) {
      if (action !== undefined) action();
      else if (event.key.length === 1 && !event.altKey) return jumpTo(event.key, event.timeStamp);
      else return;
    }
    event.preventDefault();
  };
  return {
    focus,
    treeProps: {
      ref: tree,
      onKeyDown,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => isRow(target) && setFocusedId(target.dataset.row),
    },
    itemProps: (row: Row, index: number) => ({
      "data-row": row.id,
      "aria-level": row.depth + 1,
      "aria-posinset": places[index]?.position,
      "aria-setsize": places[index]?.group.size,
      "aria-expanded": row.isParent ? open.has(row.id) : undefined,
      "aria-selected": row.path !== undefined && row.path === path,
      tabIndex: index === focused ? 0 : -1,
    }),
  };
}

export type TreeItemProps = ReturnType<ReturnType<typeof useTree>["itemProps"]>;

function isRow(target: EventTarget): target is HTMLElement {
  return target instanceof HTMLElement && target.role === "treeitem";
}
