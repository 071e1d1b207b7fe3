/** Gives every heading of a page its id; repeats get `-2`, `-3`, counted over the whole page. */
export interface HeadingIds {
  idFor(text: string): string;
  /** Keeps an id the author chose, and numbers it when it is taken. */
  claim(id: string): string;
}

const idLengthMax = 120;

export function createHeadingIds(): HeadingIds {
  const counts = new Map<string, number>();
  const taken = new Set<string>();
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
  return { claim, idFor: (text) => claim(slugOf(text)) };
}

/**
 * Not GitHub's rule: `Rates (daily)` gives `rates-daily`, `v2.1 notes` gives `v2-1-notes`, `/` and `&` stay. Other signs
 * go away, as the links of real projects expect: `Option 1: Setup` gives `option-1-setup`.
 */
export function slugOf(text: string): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replaceAll("'", "’")
    .replaceAll(/[^\p{L}\p{N}\p{M}_\s./&’-]/gu, "")
    .replaceAll(/[\s.]+/g, "-")
    .replaceAll(/-{2,}/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, idLengthMax);
  return slug === "" ? "section" : slug;
}

/** What is left of an anchor however it is spelt: other tools make `#its-run`, `#it's-_run` or `#its--run` of one heading. */
export function bareAnchor(anchor: string): string {
  return anchor.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
