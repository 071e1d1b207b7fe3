import type { HtmlElement } from "../../shared/html/html-node.ts";

/** The options of a code block in its info string, for example ```` ```ts src/app.ts {1,3-5} lines ````. */
export interface FenceMeta {
  language: string;
  title: string | undefined;
  icon: string | undefined;
  highlighted: ReadonlySet<number>;
  focused: ReadonlySet<number>;
  lineNumbers: boolean;
  wrap: boolean;
  expandable: boolean;
  copyable: boolean;
  twoslash: boolean;
  /** For diagrams: whether to show zoom buttons, and in which corner. */
  actions: boolean | undefined;
  placement: string | undefined;
}

export interface CodeBlock {
  code: string;
  meta: FenceMeta;
  /** Shown before the title. */
  icon: HtmlElement | undefined;
}

const token = /\{([\d\s,-]+)\}|([\w-]+)=(?:"([^"]*)"|'([^']*)'|\{([^}]*)\}|(\S+))|(\[[^\]]*\])|(\S+)/g;
const flags: ReadonlySet<string> = new Set(["lines", "wrap", "expandable", "nocopy", "twoslash"]);
const lineMax = 10_000;

/** Options have names; the remaining words are the title. */
export function parseFenceMeta(language: string | null | undefined, meta: string | null | undefined): FenceMeta {
  const options = new Map<string, string>();
  const titleWords: string[] = [];
  for (const match of (meta ?? "").matchAll(token)) {
    const [whole, ranges, name, doubleQuoted, singleQuoted, braced, bare, bracketed] = match;
    if (ranges !== undefined) options.set("highlight", ranges);
    else if (name !== undefined) options.set(name, doubleQuoted ?? singleQuoted ?? unquoted(braced) ?? bare ?? "");
    else if (bracketed !== undefined && flagWords(bracketed).every((word) => flags.has(word)))
      for (const flag of flagWords(bracketed)) options.set(flag, "true");
    else if (flags.has(whole)) options.set(whole, "true");
    else titleWords.push(whole);
  }
  return fenceMeta((language ?? "").replace(/^\{?\.?|\}$/g, ""), options, titleWords.join(" ") || undefined);
}

/** Reads the options of a code block that is written as a component from its props. */
export function fenceMeta(language: string, options: ReadonlyMap<string, string>, title?: string): FenceMeta {
  const actions = options.get("actions");
  return {
    language: language.toLowerCase(),
    title: options.get("title") || options.get("filename") || title,
    icon: options.get("icon") || undefined,
    highlighted: parseLineRanges(options.get("highlight")),
    focused: parseLineRanges(options.get("focus")),
    lineNumbers: isOn(options.get("lines")),
    wrap: isOn(options.get("wrap")),
    expandable: isOn(options.get("expandable")),
    copyable: !isOn(options.get("nocopy")),
    twoslash: isOn(options.get("twoslash")),
    actions: actions === undefined ? undefined : isOn(actions),
    placement: options.get("placement"),
  };
}

/** `1,3-5` → 1, 3, 4, 5. */
function parseLineRanges(ranges: string | undefined): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const [, first = "", last] of (ranges ?? "").matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)) {
    const end = Math.min(Number(last ?? first), lineMax);
    for (let line = Number(first); line <= end; line += 1) lines.add(line);
  }
  return lines;
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== "false";
}

/** `title={"a b"}` means the same as `title="a b"`. */
function unquoted(value: string | undefined): string | undefined {
  return value?.replace(/^\s*(["'`])(.*)\1\s*$/, "$2");
}

function flagWords(bracketed: string): string[] {
  return bracketed
    .slice(1, -1)
    .split(/[\s,]+/)
    .filter((word) => word !== "");
}
