import { type DiagramLine, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import type { StateMark } from "./state-marks.ts";

const name = String.raw`[\w\p{L}][\w\p{L}-]*`;
const transition = new RegExp(`^(\\[\\*\\]|${name})\\s*-->\\s*(\\[\\*\\]|${name})(?:\\s*:\\s*.+)?$`, "u");
const described = new RegExp(`^(${name})\\s*:\\s*(.+)$`, "u");
const alias = /^state\s+"([^"]+)"\s+as\s+([\w\p{L}]+)$/u;
const composite = /^state\s+(?:"([^"]+)"\s+as\s+)?([\w\p{L}]+)\s*\{$/u;
const plain = new RegExp(`^(?:state\\s+)?(${name})$`, "u");
const marked = new RegExp(`^state\\s+(${name})\\s*(?:<<(choice|fork|join)>>|\\[\\[(choice|fork|join)\\]\\])$`, "u");
const note = /^note\s+(?:left|right)\s+of\s+([\w\p{L}-]+)\s*(?::\s*(.+))?$/iu;
const direction = /^direction\s+(?:TB|TD|BT|LR|RL)$/;
const cosmetic = /^(?:classDef|class|style|cssClass|click|link|callback)\b/;

type Line = DiagramLine & { words: string };

interface StateText {
  text: string;
  marks: Map<string, StateMark>;
  /** Groups that represent concurrent regions of a state. */
  regions: Set<string>;
}

/**
 * Converts a state diagram for the library, which only reads a state's text at its first mention and has no notes: so
 * each state is described at its first mention, with its notes below its name.
 */
export function stateText({ lines }: DiagramSource): StateText {
  const rest: Line[] = [];
  const marks = new Map<string, StateMark>();
  const descriptions = new Map<string, string[]>();
  const notes = new Map<string, string[]>();
  const composites = new Set<string>();
  const { parted, regions } = withRegions(takeNotes(lines, notes));
  for (const line of parted) {
    // A statement may end with a comment, and a state with a class.
    const words = line.text.replaceAll(/;$|\s%%.*$|:::[\w-]+(?=\s|$)/g, "").trim();
    const [, markId, inAngles, inBrackets] = marked.exec(words) ?? [];
    if (markId !== undefined) marks.set(markId, (inAngles ?? inBrackets) === "choice" ? "choice" : "bar");
    const [, label, aliased] = alias.exec(words) ?? [];
    const [, id, text] = transition.test(words) ? [] : (described.exec(words) ?? []);
    if (aliased !== undefined) add(descriptions, aliased, label ?? "");
    else if (id !== undefined) add(descriptions, id, text ?? "");
    const group = composite.exec(words)?.[2];
    if (group !== undefined) composites.add(group);
    rest.push({ ...line, words });
  }
  const declared = new Set(composites);

  /** Declares a state once, before the line that first mentions it. */
  function declare(id: string): string[] {
    if (declared.has(id) || id === "[*]") return [];
    declared.add(id);
    if (marks.has(id)) return [`${id} : \u00a0`];
    return [`${id} : ${[...(descriptions.get(id) ?? [id]), ...(notes.get(id) ?? [])].join("\\n")}`];
  }

  function print(line: Line): string[] {
    const { words } = line;
    const [, from, to] = transition.exec(words) ?? [];
    if (from !== undefined && to !== undefined) return [...declare(from), ...declare(to), words];
    const [, label, group] = composite.exec(words) ?? [];
    if (group !== undefined) {
      const parts = [label ?? descriptions.get(group)?.join(" ") ?? group, ...(notes.get(group) ?? [])];
      return [`state "${parts.join(" – ").replaceAll('"', "”")}" as ${group} {`];
    }
    if (words === "}" || direction.test(words)) return [words];
    const mentioned = alias.exec(words)?.[2] ?? described.exec(words)?.[1];
    if (mentioned !== undefined) return declare(mentioned);
    if (cosmetic.test(words)) return [];
    const lone = (marked.exec(words) ?? plain.exec(words))?.[1];
    if (lone === undefined) throw notUnderstood(line);
    return declare(lone);
  }

  const printed = rest.flatMap(print);
  // A note on a state that nothing else mentions would be lost.
  const text = ["stateDiagram-v2", ...printed, ...[...notes.keys()].flatMap(declare)].join("\n");
  return { text, marks, regions };
}

/** `--` splits a state into regions, each of which becomes a nested group. */
function withRegions(lines: readonly DiagramLine[]): { parted: DiagramLine[]; regions: Set<string> } {
  const regions = new Set<string>();
  const parted: DiagramLine[] = [];
  const open: { start: number; isParted: boolean }[] = [];
  const begin = (number: number): DiagramLine => {
    const id = `region${regions.size}of${number}`;
    regions.add(id);
    return { text: `state ${id} {`, number };
  };
  for (const line of lines) {
    const state = open.at(-1);
    if (line.text === "--" && state !== undefined) {
      // The part before the first dashes is a region too.
      if (!state.isParted) parted.splice(state.start, 0, begin(line.number));
      state.isParted = true;
      parted.push({ text: "}", number: line.number }, begin(line.number));
      continue;
    }
    if (line.text === "}" && open.pop()?.isParted) parted.push({ text: "}", number: line.number });
    parted.push(line);
    if (line.text.endsWith("{")) open.push({ start: parted.length, isParted: false });
  }
  return { parted, regions };
}

/** `note right of A : text`, or lines up to `end note`. */
function takeNotes(lines: readonly DiagramLine[], notes: Map<string, string[]>): DiagramLine[] {
  const rest: DiagramLine[] = [];
  let open: string | undefined;
  for (const line of lines) {
    const [whole, id = "", words] = note.exec(line.text) ?? [];
    if (open !== undefined && /^end\s+note$/i.test(line.text)) open = undefined;
    else if (open !== undefined) add(notes, open, line.text);
    else if (whole === undefined) rest.push(line);
    else if (words === undefined) open = id;
    else add(notes, id, words);
  }
  return rest;
}

function add(map: Map<string, string[]>, key: string, words: string): void {
  map.set(key, [...(map.get(key) ?? []), words.trim()]);
}
