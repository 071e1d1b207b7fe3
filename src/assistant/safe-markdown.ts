export interface SafeMarkdownDeps {
  /** The address that citation n links to; undefined for an unknown number. */
  citationUrl(number: number): string | undefined;
  /** The canonical form of an address of the site; undefined for any other address. */
  siteUrl(address: string): string | undefined;
}

const heldCharactersMax = 2_000;
const linkCharactersMax = 4_000;
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const citation = /^\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/;
const link =
  /^(!?)\[((?:[^\][\\]|\\.|\[[^\][]*\])*)\]\(\s{0,9}<?([^()\s<>]*(?:\([^()\s<>]*\)[^()\s<>]*)*)>?(?:\s{1,9}"[^"]*")?\s{0,9}\)/;
const definition = /^ {0,3}\[[^\]]+\]:/;
// Punctuation at the end of an address belongs to the sentence, unless the address has nothing else.
const bareAddress = /(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.)(?:[^\s<>"'`)\]]*(?<![.,;:!?])|)/gi;
/** The length of `:/` and the longest scheme that `bareAddress` matches. */
const schemeCharactersMax = 23;
const touching = new Set(["``", "!["]);

/**
 * Filters Markdown while it streams: links may only lead to the site and citations to the sources; images and HTML
 * become text. Incomplete markup is held back, so nothing is shown and then changed. Code is left alone because it
 * isn't rendered.
 */
export function createSafeMarkdown(deps: SafeMarkdownDeps) {
  const cited = new Set<number>();
  let held = "";
  let openFence: string | undefined;
  let isLineStart = true;
  let lastCharacter = "";

  /** Transforms the complete part of the held text, or all of it at the end. */
  function release(isEnd: boolean): string {
    let out = "";
    while (held !== "") {
      const end = held.indexOf("\n");
      const hasLine = end !== -1 || isEnd || held.length > heldCharactersMax;
      const line = end === -1 ? held : held.slice(0, end + 1);
      if (isLineStart && !hasLine && mayBecomeMark(line)) break;
      const mark = isLineStart ? fence.exec(line)?.[1] : undefined;
      if (mark !== undefined && !hasLine) break;
      if (mark !== undefined || openFence !== undefined) {
        openFence = nextFence(openFence, mark, line);
        out += line;
        held = held.slice(line.length);
        isLineStart = line.endsWith("\n");
        continue;
      }
      if (isLineStart && definition.test(line)) {
        if (!hasLine) break;
        held = held.slice(line.length);
        continue;
      }
      const { text, taken } = inline(line, hasLine);
      out += text;
      held = held.slice(taken);
      isLineStart = taken === line.length ? line.endsWith("\n") : taken === 0 && isLineStart;
      if (taken < line.length) break;
    }
    return out;
  }

  function inline(line: string, isWhole: boolean): { text: string; taken: number } {
    let text = "";
    let at = 0;
    while (at < line.length) {
      const part = readPart(line.slice(at), isWhole);
      if (part === undefined) break;
      // Adjacent code marks would merge into one, and a link after an exclamation mark would become an image.
      if (touching.has(lastCharacter + (part.text[0] ?? ""))) text += " ";
      text += part.text;
      lastCharacter = part.text.at(-1) ?? lastCharacter;
      at += part.length;
    }
    return { text, taken: at };
  }

  /** Reads the next part of the Markdown. Undefined while the part may still continue. */
  function readPart(rest: string, isWhole: boolean): { text: string; length: number } | undefined {
    const first = rest[0] ?? "";
    if (first === "`") return readCode(rest, isWhole);
    if (first === "<") return { text: "&lt;", length: 1 };
    if (first === "\\" || first === "!") {
      if (rest.length === 1 && !isWhole) return undefined;
      if (first === "!" && rest[1] === "[") return readLink(rest, isWhole);
      if (first === "!") return { text: "!", length: 1 };
      if (/^\\[!-/:-@[-`{-~\s]/.test(rest)) return { text: rest.slice(0, 2), length: 2 };
      // This backslash escapes nothing: an address may follow, and its replacement must not be escaped either.
      return { text: "\\\\", length: 1 };
    }
    if (first === "[") return readLink(rest, isWhole);
    const space = /^[ \t]+(?=\[|$)/.exec(rest)?.[0];
    if (space !== undefined) return readAfterSpace(rest, space, isWhole);
    const whole = /^(?:\s+|[^\s`<[!\\]+)/.exec(rest)?.[0] ?? first;
    const run = whole.length === rest.length && !isWhole ? whole.slice(0, addressStart(whole)) : whole;
    if (run === "") return undefined;
    return {
      text: run.replaceAll(bareAddress, (address) => ownAddress(deps, address) ?? `\`${address}\``),
      length: run.length,
    };
  }

  /** A citation that is removed takes the space before it along, so that no hole is left. */
  function readAfterSpace(rest: string, space: string, isWhole: boolean): { text: string; length: number } | undefined {
    if (space.length === rest.length) return isWhole ? { text: space, length: space.length } : undefined;
    const next = readLink(rest.slice(space.length), isWhole);
    return next && { text: next.text === "" ? "" : space + next.text, length: space.length + next.length };
  }

  function readLink(rest: string, isWhole: boolean): { text: string; length: number } | undefined {
    const numbers = citation.exec(rest);
    if (numbers !== null && (rest.length > numbers[0].length || isWhole)) {
      return { text: citations(numbers[1] ?? ""), length: numbers[0].length };
    }
    const found = link.exec(rest.slice(0, linkCharactersMax));
    if (found !== null) {
      const [whole, mark, label = "", address = ""] = found;
      const url = mark === "!" ? undefined : deps.siteUrl(address);
      return { text: url === undefined ? escapeLabel(label) : `[${escapeLabel(label)}](${url})`, length: whole.length };
    }
    // This isn't a link: it has no closing brackets, or it is a reference link, whose definition was removed.
    return isWhole ? { text: `\\${rest[0]}`, length: 1 } : undefined;
  }

  function citations(list: string): string {
    return list
      .split(",")
      .map(Number)
      .flatMap((number) => {
        const url = deps.citationUrl(number);
        if (url === undefined) return [];
        cited.add(number);
        return [`[\\[${number}\\]](${url})`];
      })
      .join(" ");
  }

  return {
    cited,
    push(text: string): string {
      held += text;
      return release(false);
    },
    end(): string {
      return release(true);
    },
  };
}

/**
 * Requires a scheme: browsers read an address without a scheme as a path, but some Markdown renderers read it as a
 * host.
 */
function ownAddress({ siteUrl }: SafeMarkdownDeps, address: string): string | undefined {
  return /^https?:/i.test(address) ? siteUrl(address) : undefined;
}

/** Where the address at the end of a text begins; the address may be incomplete. */
function addressStart(text: string): number {
  const last = [...text.matchAll(bareAddress)].at(-1);
  const isOpen = last !== undefined && /^[.,;:!?]*$/.test(text.slice(last.index + last[0].length));
  if (isOpen) return last.index;
  const scheme = /[a-z][a-z0-9+.-]{0,20}(?::\/?)?$/i.exec(text.slice(-schemeCharactersMax));
  return scheme === null ? text.length : text.length - scheme[0].length;
}

function mayBecomeMark(line: string): boolean {
  return /^ {0,3}(?:`{0,2}|~{0,2}|\[[^\]\n]*\]?)$/.test(line);
}

function nextFence(open: string | undefined, mark: string | undefined, line: string): string | undefined {
  if (open === undefined) return mark;
  const closes = mark !== undefined && mark[0] === open[0] && mark.length >= open.length && line.trim() === mark;
  return closes ? undefined : open;
}

function readCode(rest: string, isWhole: boolean): { text: string; length: number } | undefined {
  const ticks = /^`+/.exec(rest)?.[0] ?? "`";
  if (ticks.length === rest.length && !isWhole) return undefined;
  const end = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(rest.slice(ticks.length));
  // An unmatched mark could be closed by a later one, turning text into code.
  if (end === null) return isWhole ? { text: "\\`".repeat(ticks.length), length: ticks.length } : undefined;
  const length = ticks.length + end.index + ticks.length;
  return length === rest.length && !isWhole ? undefined : { text: rest.slice(0, length), length };
}

const labelPart = new RegExp(
  String.raw`!?\[[^\]]*\]\([^)]*\)|(?<code>(?<ticks>\`+)[^\`]+\k<ticks>(?!\`))|(?<address>${bareAddress.source})|\\.|[<[\]\`]`,
  "gi",
);

/** Keeps code in a label, removes nested links and images, and shows addresses as code. */
function escapeLabel(label: string): string {
  let out = "";
  let at = 0;
  for (const found of label.matchAll(labelPart)) {
    const [part] = found;
    const { code, address } = found.groups ?? {};
    out += label.slice(at, found.index);
    at = found.index + part.length;
    const shown = code ?? (address === undefined ? undefined : `\`${address}\``);
    if (shown !== undefined) out += out.endsWith("`") ? ` ${shown}` : shown;
    else if (part === "<") out += "&lt;";
    else if (part.length === 1) out += `\\${part}`;
    else if (part.startsWith("\\")) out += part;
  }
  return out + label.slice(at);
}
