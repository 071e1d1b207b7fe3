export const pageLimitDefault = 20;

/** Cuts a list that was read one longer than asked for into a page and the cursor of the next. */
export function pageOf<Item extends { id: string }>(
  found: readonly Item[],
  limit: number,
): { items: Item[]; nextCursor: string | null } {
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}
