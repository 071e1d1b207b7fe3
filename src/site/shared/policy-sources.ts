/** What a site may load and contact besides its own files, for its content security policy. */
export interface PolicySources {
  /** Files of the site by path, and other origins. */
  script: string[];
  connect: string[];
  style: string[];
  font: string[];
  frame: string[];
  form: string[];
  /** Scripts of the site create style elements. */
  hasInlineStyles: boolean;
  /** Scripts of the site create workers from data of their own. */
  hasWorkers: boolean;
}

const originsMax = 150;
/** Nothing that could add another rule to a policy. Vendors with a server per region need the wildcard. */
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

/** Sorted, without repetitions, anything unsafe, and more than browsers and proxies take in a header. */
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
