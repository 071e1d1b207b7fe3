export const pageLimitDefault = 20;

/** Splits a list that was read with one extra row into a page and the cursor of the next page. */
export function pageOf<Item extends { id: string }>(
  found: readonly Item[],
  limit: number,
): { items: Item[]; nextCursor: string | null } {
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}
