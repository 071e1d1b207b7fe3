import { type Division, firstPage, isChoice, listBranches, type NavigationPart } from "./navigation-tree.ts";

/** The target when a visitor switches to another version or language. */
export interface Counterpart {
  division: Division;
  slug: string;
  /** Whether the target is the same page. Otherwise it is the first page of the version or language. */
  isSamePage: boolean;
}

type FindCounterparts = (slug: string, trail: Division[]) => Counterpart[];

/** Finds the same page in other versions and languages. Its path is the same after the folder of the version. */
export function createCounterpartFinder(tree: NavigationPart, shown: ReadonlySet<string>): FindCounterparts {
  const slugsOf = remember((division: Division) => listShown(division, shown));
  const prefixesOf = remember((from: Division) => remember((to: Division) => findPrefixes(slugsOf(from), slugsOf(to))));
  return (slug, trail) => {
    const counterparts: Counterpart[] = [];
    let level: NavigationPart = tree;
    for (const active of trail) {
      const others = level.divisions.filter(
        (division) => division !== active && division.kind === active.kind && isChoice(division) && !division.hidden,
      );
      for (const division of others.slice(0, choicesMax)) {
        const same = samePage(slug, prefixesOf(active)(division), slugsOf(division));
        const target = same ?? firstPage(division, shown);
        if (target !== undefined) counterparts.push({ division, slug: target, isSamePage: same !== undefined });
      }
      level = active;
    }
    return counterparts;
  };
}

const choicesMax = 60;

function listShown(division: Division, shown: ReadonlySet<string>): ReadonlySet<string> {
  const slugs = new Set<string>();
  const visit = (entries: Division["entries"]) => {
    for (const entry of entries) {
      const slug = entry.kind === "page" ? entry.slug : entry.root;
      if (slug !== undefined && shown.has(slug)) slugs.add(slug);
      if (entry.kind === "group") visit(entry.entries);
    }
  };
  for (const branch of listBranches(division)) visit(branch.entries);
  return slugs;
}

/** The folders of two versions or languages, such as `docs/v2/` and `docs/v3/`. */
interface Prefixes {
  from: string;
  to: string;
}

const prefixPartsMax = 3;

/**
 * Authors choose the names of version and language folders freely, so the folders are found by counting: the pair of
 * folders with the most equal paths below them wins.
 */
function findPrefixes(from: ReadonlySet<string>, to: ReadonlySet<string>): Prefixes | undefined {
  const prefixesByRest = new Map<string, string[]>();
  for (const slug of to) {
    for (const { prefix, rest } of splits(slug)) {
      const prefixes = prefixesByRest.get(rest);
      if (prefixes === undefined) prefixesByRest.set(rest, [prefix]);
      else if (prefixes.length <= candidatesMax) prefixes.push(prefix);
    }
  }
  const votes = new Map<string, Prefixes & { count: number }>();
  for (const slug of from) {
    for (const { prefix, rest } of splits(slug)) {
      const others = prefixesByRest.get(rest) ?? [];
      // A name such as `overview` exists in every folder, so it doesn't identify a page.
      if (others.length > candidatesMax) continue;
      for (const other of others) {
        if (other === prefix) continue;
        const key = `${prefix} ${other}`;
        const vote = votes.get(key) ?? { from: prefix, to: other, count: 0 };
        vote.count += 1;
        votes.set(key, vote);
      }
    }
  }
  // On a tie, the pair with the shorter paths wins.
  return [...votes.values()].toSorted(
    (one, other) => other.count - one.count || one.from.length + one.to.length - other.from.length - other.to.length,
  )[0];
}

const candidatesMax = 3;

function splits(slug: string): { prefix: string; rest: string }[] {
  const found = [{ prefix: "", rest: slug }];
  for (let end = slug.indexOf("/"); end >= 0 && found.length <= prefixPartsMax; end = slug.indexOf("/", end + 1)) {
    found.push({ prefix: slug.slice(0, end + 1), rest: slug.slice(end + 1) });
  }
  return found;
}

function samePage(slug: string, prefixes: Prefixes | undefined, there: ReadonlySet<string>): string | undefined {
  if (prefixes === undefined || !slug.startsWith(prefixes.from)) return undefined;
  const target = prefixes.to + slug.slice(prefixes.from.length);
  return target !== slug && there.has(target) ? target : undefined;
}

function remember<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key) as Value;
  };
}
