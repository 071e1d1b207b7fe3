import type { ReaderGroups, SiteRestrictions } from "../../site/serving.ts";
import type { PublishedArtifact } from "./store.ts";

/**
 * A class of readers who see the same pages of a site, each of which has an artifact of its own:
 * - `open`: everyone, on a site that is public or unlisted
 * - `public`: readers who haven't signed in, on a private site
 * - `groups:["a","b"]`: signed-in readers with these groups, sorted; `groups:[]` for those without a group
 * - `all`: members of the organization, who see every page
 */
export type Audience = "open" | "public" | "all" | `groups:${string}`;

const unrestricted: SiteRestrictions = { groups: [], publicPages: "none", hasClosedPages: false };

/** The audience of readers who haven't signed in. */
export function anonymousAudience(isPrivate: boolean): Audience {
  return isPrivate ? "public" : "open";
}

/** The audience of a signed-in reader. Nobody is in the group without a name, which closes pages with faulty groups. */
export function readerAudience(groups: readonly string[]): Audience {
  return `groups:${JSON.stringify([...new Set(groups)].filter((group) => group !== "").toSorted())}`;
}

/** The audience that the site's own artifact is built for: what most of its readers see. */
export function baseAudience(isPrivate: boolean): Audience {
  return isPrivate ? "groups:[]" : "open";
}

export function groupsOfAudience(audience: Audience): ReaderGroups {
  return isGrouped(audience) ? parseGroups(audience) : audience;
}

/** The name that all audiences with the same pages share; `nothing` if there are no pages for this audience. */
export function sharedAudience(audience: Audience, restrictions: string | null | undefined): Audience | "nothing" {
  const { groups, publicPages, hasClosedPages } = parseRestrictions(restrictions);
  if (isGrouped(audience)) {
    const given = parseGroups(audience);
    const known = groups.filter((group) => given.includes(group));
    return known.length === groups.length ? "all" : readerAudience(known);
  }
  if (audience === "open") return groups.length === 0 && !hasClosedPages ? "all" : audience;
  if (audience === "public" && publicPages !== "some") return publicPages === "none" ? "nothing" : "all";
  return audience;
}

/** Whether the site's own artifact is right for the audience. */
export function isBaseAudience(
  { audience: base = "open", restrictions }: Pick<PublishedArtifact, "audience" | "restrictions">,
  audience: Audience,
): boolean {
  const names = [audience, base].map((each) => sharedAudience(each, restrictions));
  return names[0] === names[1];
}

/** The same text for the same restrictions; null if every audience sees the same. */
export function writeRestrictions({ groups, publicPages, hasClosedPages }: SiteRestrictions): string | null {
  if (groups.length === 0 && publicPages === "none" && !hasClosedPages) return null;
  return JSON.stringify({ groups: groups.toSorted(), publicPages, hasClosedPages });
}

export function parseRestrictions(text: string | null | undefined): SiteRestrictions {
  return text === null || text === undefined ? unrestricted : (JSON.parse(text) as SiteRestrictions);
}

function isGrouped(audience: Audience): audience is `groups:${string}` {
  return audience.startsWith("groups:");
}

function parseGroups(audience: `groups:${string}`): string[] {
  return JSON.parse(audience.slice("groups:".length)) as string[];
}
