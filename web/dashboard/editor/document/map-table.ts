import type { Table, TableRow } from "mdast";
import type { Node } from "prosemirror-model";
import { mapInline } from "./map-inline.ts";
import { type Origin, type OriginChild, setOrigin } from "./node-origin.ts";
import { pageSchema } from "./page-schema.ts";
import { splitRow } from "./split-row.ts";
import { type MapContext, rangeOf } from "./tree-range.ts";

const { table, tableRow, tableCell, tableHeader } = pageSchema.nodes;

/** Undefined for a table whose rows don't fit its columns. Such a table is edited as source. */
export function mapTable(tree: Table, origin: Origin, context: MapContext): Node | undefined {
  const columns = tree.children[0]?.children.length ?? 0;
  const { start: base } = rangeOf(tree);
  const rows: OriginChild[] = [];
  for (const [index, row] of tree.children.entries()) {
    const node = mapRow(row, index === 0);
    if (node === undefined) return undefined;
    const { start, end } = rangeOf(row);
    rows.push({ node, start: start - base, end: end - base });
  }
  origin.children = rows;
  return table.create(
    null,
    rows.map(({ node }) => node),
  );

  function mapRow(row: TableRow, isHeader: boolean): Node | undefined {
    const { start, end } = rangeOf(row);
    const text = context.source.slice(start, end);
    const places = splitRow(text);
    if (row.children.length > columns || places.length !== row.children.length) return undefined;
    const type = isHeader ? tableHeader : tableCell;
    const children = row.children.map((cell, column): OriginChild => {
      const place = places[column]?.content ?? { start: 0, end: 0 };
      const { nodes, units } = mapInline(cell.children, start + place.start, context);
      const node = type.create({ align: tree.align?.[column] ?? null }, nodes);
      const written = text.slice(place.start, place.end);
      const cellOrigin: Origin = {
        text: written,
        prefix: origin.prefix,
        units,
        inner: { start: 0, end: written.length },
      };
      return { node: setOrigin(node, cellOrigin), ...place };
    });
    const cells = children.map(({ node }) => node);
    // A row may end early. Its missing cells are empty.
    while (cells.length < columns) cells.push(type.create({ align: tree.align?.[cells.length] ?? null }));
    return setOrigin(tableRow.create(null, cells), { text, prefix: origin.prefix, children });
  }
}
