/** The servers that a site may load from and contact, for its content security policy. */
export interface PolicySources {
  /** Paths of the site's own scripts, and other origins. */
  script: string[];
  connect: string[];
  style: string[];
  font: string[];
  frame: string[];
  form: string[];
  /** Whether scripts of the site create style elements. */
  hasInlineStyles: boolean;
  /** Whether scripts of the site create workers from blobs. */
  hasWorkers: boolean;
}

const originsMax = 150;
/** Matches no text that could add a rule to the policy. The wildcard is for vendors with a server per region. */
const originPattern = /^(?:https|wss):\/\/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d{1,5})?$/;
const pathPattern = /^\/[\w./~%@+()!*-]+$/;

export const noSources: PolicySources = {
  script: [],
  connect: [],
  style: [],
  font: [],
  frame: [],
  form: [],
  hasInlineStyles: false,
  hasWorkers: false,
};

/** Joins and sorts sources, without duplicates and unsafe ones, up to a length that fits in a header. */
export function joinSources(parts: readonly Partial<PolicySources>[]): PolicySources {
  const join = (name: "script" | "connect" | "style" | "font" | "frame" | "form") =>
    [...new Set(parts.flatMap((part) => part[name] ?? []))].filter(isSource).toSorted().slice(0, originsMax);
  return {
    script: join("script"),
    connect: join("connect"),
    style: join("style"),
    font: join("font"),
    frame: join("frame"),
    form: join("form"),
    hasInlineStyles: parts.some((part) => part.hasInlineStyles),
    hasWorkers: parts.some((part) => part.hasWorkers),
  };
}

function isSource(source: string): boolean {
  return originPattern.test(source) || pathPattern.test(source);
}
