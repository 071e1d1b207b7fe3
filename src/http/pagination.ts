export const pageLimitDefault = 20;

/** Splits a list that was read with one extra row into a page and the cursor of the next page. */
export function pageOf<Item extends { id: string }>(
  found: readonly Item[],
  limit: number,
): { items: Item[]; nextCursor: string | null } {
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

const rowsDefault = 50;

/** The limit and the offset that a request for rows by rank gives. Their cursor is a position. */
export function rowsOf({ limit = rowsDefault, cursor = "0" }: { limit?: number; cursor?: string }) {
  return { limit, offset: Number(cursor) };
}

/** The cursor of the next page of a list that was read with one extra row. */
export function nextRows(found: readonly object[], { limit, offset }: { limit: number; offset: number }) {
  return found.length > limit ? String(offset + limit) : null;
}
