import { ChevronDown, Table } from "lucide-react";
import type { Command } from "prosemirror-state";
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  selectedRect,
} from "prosemirror-tables";
import { Menu, MenuItem, MenuLine } from "../../ui/menu.tsx";
import type { ColumnAlign } from "../document/page-schema.ts";
import type { VisualPage } from "./visual-page.ts";

/** The actions for the table around the cursor. The first row is always the header, as in Markdown. */
export function TableMenu({ page }: { page: VisualPage }) {
  const isInHeader = selectedRect(page.view.state).top === 0;
  const item = (label: string, command: Command, isDangerous = false) => (
    <MenuItem isDangerous={isDangerous} onSelect={() => page.run(command)}>
      {label}
    </MenuItem>
  );
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="inline-flex h-8 flex-none items-center gap-2 rounded-control px-2.5 text-[13px] text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:h-10"
        >
          <Table size={16} aria-hidden />
          Table
          <ChevronDown size={16} aria-hidden />
        </button>
      }
    >
      {!isInHeader && item("Add row above", addRowBefore)}
      {item("Add row below", addRowAfter)}
      {item("Add column before", addColumnBefore)}
      {item("Add column after", addColumnAfter)}
      <MenuLine />
      {item("Align left", alignColumn("left"))}
      {item("Align center", alignColumn("center"))}
      {item("Align right", alignColumn("right"))}
      {item("No alignment", alignColumn(null))}
      <MenuLine />
      {!isInHeader && item("Delete row", deleteRow, true)}
      {item("Delete column", deleteColumn, true)}
      {item("Delete table", deleteTable, true)}
    </Menu>
  );
}

function alignColumn(align: ColumnAlign): Command {
  return (state, dispatch) => {
    const { left, right, map, table, tableStart } = selectedRect(state);
    const tr = state.tr;
    for (let column = left; column < right; column += 1) {
      for (let row = 0; row < map.height; row += 1) {
        const position = map.map[row * map.width + column];
        const cell = position === undefined ? null : table.nodeAt(position);
        if (position === undefined || cell === null || cell.attrs.align === align) continue;
        tr.setNodeAttribute(tableStart + position, "align", align);
      }
    }
    if (!tr.docChanged) return false;
    dispatch?.(tr);
    return true;
  };
}
