import { LRUCache } from "lru-cache";
import { computeOnce } from "../../shared/compute-once.ts";
import { parseProgram, walkCode } from "../author-code/syntax.ts";

/** Class names and servers found in the strings of a compiled component. */
interface IslandLiterals {
  /** Strings that may contain class names, the most likely ones first. */
  classes: string[];
  /** The servers named in the code, if the component makes requests. */
  origins: string[];
}

const cachedCharactersMax = 4_000_000;
const known = new LRUCache<string, IslandLiterals>({
  maxSize: cachedCharactersMax,
  sizeCalculation: (_, code) => code.length + 1,
});

/** Cached by code for the whole process: a component is compiled once and used on hundreds of pages. */
export function readLiterals(code: string): IslandLiterals {
  return computeOnce(known, code, () => {
    const strings = listStrings(code);
    return { classes: listClasses(strings), origins: asks.test(code) ? listOrigins(strings) : [] };
  });
}

const asks = /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon)\b/;
const originPattern = /\b(?:https|wss):\/\/[a-z\d.-]+(?::\d{1,5})?(?=[/?#]|$)/gi;
const originLengthMax = 200;

function listStrings(code: string): string[] {
  const strings: string[] = [];
  const program = parseProgram(code);
  if (program === undefined) return strings;
  walkCode(program, (node) => {
    if (node.type === "Literal" && typeof node.value === "string") strings.push(node.value);
    else if (node.type === "TemplateElement") strings.push(cookedText(node.value));
  });
  return strings;
}

function cookedText(value: unknown): string {
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked ?? "") : "";
}

/**
 * Any string may become a class name. Plain words of a sentence come last, because the number of classes is limited.
 */
function listClasses(strings: string[]): string[] {
  const looksLikeClasses = (text: string) => /(?:^|\s)[a-z]+[-:[]/.test(text);
  const texts = strings.filter((text) => !text.includes("://"));
  return [...new Set([...texts.filter(looksLikeClasses), ...texts.filter((text) => !text.includes(" "))])];
}

function listOrigins(strings: string[]): string[] {
  const found = new Set<string>();
  for (const text of strings) {
    for (const [address] of text.matchAll(originPattern)) {
      const url = URL.parse(address);
      if (url !== null && url.origin !== "null" && url.origin.length <= originLengthMax) found.add(url.origin);
    }
  }
  return [...found].toSorted();
}
