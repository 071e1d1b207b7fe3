const lists = ["script", "connect", "style", "font", "frame", "form"] as const;

/** The servers that a site may load from and contact, for its content security policy. */
export interface PolicySources extends Record<(typeof lists)[number], string[]> {
  /** Paths of the site's own scripts, and other origins. */
  script: string[];
  /** Whether scripts of the site create style elements. */
  hasInlineStyles: boolean;
  /** Whether scripts of the site create workers from blobs. */
  hasWorkers: boolean;
}

const originsMax = 150;
/** Excludes any text that could add a rule to the policy. The wildcard is for vendors with a server per region. */
const originPattern = /^(?:https|wss):\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d{1,5})?$/;
const pathPattern = /^\/[\w./~%@+()!*-]+$/;

/** Joins and sorts sources, up to a length that fits in a header. Duplicates and unsafe sources are left out. */
export function joinSources(parts: readonly Partial<PolicySources>[]): PolicySources {
  const join = (name: (typeof lists)[number]) =>
    [...new Set(parts.flatMap((part) => part[name] ?? []))]
      .filter((source) => originPattern.test(source) || pathPattern.test(source))
      .toSorted()
      .slice(0, originsMax);
  return {
    ...(Object.fromEntries(lists.map((name) => [name, join(name)])) as Pick<PolicySources, (typeof lists)[number]>),
    hasInlineStyles: parts.some((part) => part.hasInlineStyles),
    hasWorkers: parts.some((part) => part.hasWorkers),
  };
}

export const noSources = joinSources([]);
