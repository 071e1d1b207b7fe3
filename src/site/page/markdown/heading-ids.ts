export type HeadingIds = ReturnType<typeof createHeadingIds>;

const idLengthMax = 120;

/** Assigns heading IDs. Duplicates on a page get `-2`, `-3` and so on. */
export function createHeadingIds() {
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  /** Returns the ID, numbered if it is taken. */
  function claim(id: string): string {
    let count = (counts.get(id) ?? 0) + 1;
    let candidate = count === 1 ? id : `${id}-${count}`;
    while (taken.has(candidate)) {
      count += 1;
      candidate = `${id}-${count}`;
    }
    counts.set(id, count);
    taken.add(candidate);
    return candidate;
  }
  /** Takes the ID if nothing has it yet. */
  function claimIfFree(id: string): boolean {
    return !taken.has(id) && claim(id) === id;
  }
  /** The ID that the author chose, or an ID made from the text. */
  function idFor(text: string, chosen = slugOf(text)): string {
    return claim(chosen);
  }
  return { claim, claimIfFree, idFor };
}

/**
 * Differs from GitHub's rule: `Rates (daily)` becomes `rates-daily`, `v2.1 notes` becomes `v2-1-notes`, and `/` and `&`
 * stay. Other punctuation is removed, as links in real projects expect: `Option 1: Setup` becomes `option-1-setup`, and
 * `_meta` becomes `meta`.
 */
export function slugOf(text: string): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replaceAll("'", "’")
    .replaceAll(/[^\p{L}\p{N}\p{M}_\s./&’-]/gu, "")
    .replaceAll(/[\s.]+/g, "-")
    .replaceAll(/-{2,}/g, "-")
    .slice(0, idLengthMax)
    .replaceAll(/^[-_]+|(?<![-_])[-_]+$/g, "");
  return slug === "" ? "section" : slug;
}

/** The name of a field as it appears in anchors: `baseUrl` and `base_url` become `base-url`. */
export function fieldSlug(name: string): string {
  return slugOf(name.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_+/gu, "-"));
}

/**
 * Normalizes an anchor for comparison: other tools generate `#its-run`, `#it's-_run` or `#its--run` for the same
 * heading.
 */
export function bareAnchor(anchor: string): string {
  return anchor.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/**
 * The IDs that an anchor may refer to, the most exact ID first. The format writes `#outer:inner` for an accordion
 * inside another accordion; in Lectern's pages, each accordion has its own ID.
 */
export function anchorSpellings(anchor: string): string[] {
  const inner = anchor.slice(anchor.lastIndexOf(":") + 1);
  return [...new Set([bareAnchor(anchor), bareAnchor(inner)])].filter((bare) => bare !== "");
}
