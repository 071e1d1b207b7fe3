import { type EditorState, Plugin, PluginKey } from "prosemirror-state";
import { pageSchema } from "../document/page-schema.ts";

/** The open insert menu: the text typed since `from`, and the active entry. */
export interface InsertMenuState {
  from: number;
  to: number;
  query: string;
  index: number;
}

type InsertMenuChange = { open: number } | { close: true } | { index: number };

interface PluginState {
  menu: InsertMenuState | undefined;
  /** The position at which someone closed the menu, so that it stays closed while they type on. */
  closedAt: number | undefined;
}

interface MenuKeys {
  /** The number of entries that match the query. */
  count(query: string): number;
  choose(menu: InsertMenuState): void;
}

const key = new PluginKey<PluginState>("insertMenu");
const queryCharactersMax = 40;

export function findInsertMenu(state: EditorState): InsertMenuState | undefined {
  return key.getState(state)?.menu;
}

/** The transaction meta that opens the menu at a position, closes it or moves to another entry. */
export function insertMenuMeta(change: InsertMenuChange): [PluginKey<PluginState>, InsertMenuChange] {
  return [key, change];
}

/**
 * Opens the menu after a `/` at the start of a word. The keyboard chooses an entry while the focus stays in the text.
 */
export function insertMenuPlugin({ count, choose }: MenuKeys): Plugin<PluginState> {
  return new Plugin<PluginState>({
    key,
    state: {
      init: () => ({ menu: undefined, closedAt: undefined }),
      apply(tr, before, _old, state) {
        const change = tr.getMeta(key) as InsertMenuChange | undefined;
        const closedAt = before.closedAt === undefined ? undefined : tr.mapping.map(before.closedAt, -1);
        if (change !== undefined && "close" in change) return { menu: undefined, closedAt: before.menu?.from };
        if (change !== undefined && "index" in change && before.menu !== undefined) {
          return { menu: { ...before.menu, index: change.index }, closedAt };
        }
        if (!tr.docChanged && !tr.selectionSet && change === undefined) return before;
        const opened = change !== undefined && "open" in change ? change.open : undefined;
        const kept = before.menu === undefined ? undefined : tr.mapping.map(before.menu.from, -1);
        const menu = readMenu(state, opened ?? kept, tr.docChanged);
        if (menu === undefined || menu.from === closedAt) {
          return { menu: undefined, closedAt: menu === undefined ? undefined : closedAt };
        }
        if (before.menu === undefined && opened === undefined && !tr.docChanged) return { menu: undefined, closedAt };
        const index = menu.query === before.menu?.query ? before.menu.index : 0;
        return { menu: { ...menu, index }, closedAt: undefined };
      },
    },
    props: {
      handleKeyDown(view, event) {
        const menu = findInsertMenu(view.state);
        if (menu === undefined || event.isComposing) return false;
        const entries = count(menu.query);
        const set = (change: InsertMenuChange) => view.dispatch(view.state.tr.setMeta(key, change));
        if (event.key === "Escape") set({ close: true });
        else if (entries === 0) return false;
        else if (event.key === "ArrowDown") set({ index: (menu.index + 1) % entries });
        else if (event.key === "ArrowUp") set({ index: (menu.index + entries - 1) % entries });
        else if (event.key === "Enter" || event.key === "Tab") choose(menu);
        else return false;
        return true;
      },
      handleDOMEvents: {
        blur(view) {
          if (findInsertMenu(view.state) !== undefined) view.dispatch(view.state.tr.setMeta(key, { close: true }));
          return false;
        },
      },
    },
  });
}

function readMenu(
  { selection }: EditorState,
  from: number | undefined,
  isTyped: boolean,
): Omit<InsertMenuState, "index"> | undefined {
  const { $from, empty } = selection;
  const { parent } = $from;
  if (!empty || !parent.inlineContent || parent.type === pageSchema.nodes.codeBlock) return undefined;
  const before = parent.textBetween(
    Math.max(0, $from.parentOffset - queryCharactersMax),
    $from.parentOffset,
    undefined,
    "￼",
  );
  if (from !== undefined) {
    if (from < $from.start() || from > $from.pos) return undefined;
    const typed = parent.textBetween(from - $from.start(), $from.parentOffset, undefined, "￼");
    if (typed.length > queryCharactersMax || typed.startsWith("/ ")) return undefined;
    // If a button opened the menu, the text before it isn't part of the query.
    return { from, to: $from.pos, query: typed.replace(/^\//, "") };
  }
  const [, query] = (isTyped && /(?:^|\s)\/([\p{L}\p{N}-]{0,39})$/u.exec(before)) || [];
  return query === undefined ? undefined : { from: $from.pos - query.length - 1, to: $from.pos, query };
}
