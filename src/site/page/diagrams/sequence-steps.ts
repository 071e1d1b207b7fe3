import { DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { readColor } from "./drawing-colors.ts";

export type Figure = "participant" | "actor" | "boundary" | "control" | "entity" | "database" | "collections" | "queue";
export type Head = "none" | "filled" | "open" | "cross" | "center";

export interface Participant {
  name: string;
  figure: Figure;
  /** The index of its box around several participants. */
  box: number | undefined;
  /** Created by the first message to it. */
  isCreated: boolean;
}

/** Participants are referenced by their index. */
export interface Message {
  kind: "message";
  from: number;
  to: number;
  text: string;
  isDashed: boolean;
  start: Head;
  end: Head;
  number: string | undefined;
  activation: string;
}

export interface Note {
  kind: "note";
  place: "left" | "right" | "over";
  first: number;
  last: number;
  text: string;
}

export type SequenceStep =
  | Message
  | Note
  | { kind: "activate" | "deactivate" | "destroy"; who: number }
  | { kind: "open"; word: string; text: string; color: string | undefined }
  | { kind: "divide"; text: string }
  | { kind: "close" };

export interface Sequence {
  title: string | undefined;
  participants: Participant[];
  boxes: { name: string; color: string | undefined }[];
  steps: SequenceStep[];
}

const arrows = String.raw`<<-->>|<<->>|-->>|->>|-->|->|--x|-x|--\)|-\)|--?\|[\\/]|--?\\\\|--?\/\/|[\\/]\|--?|\/\/--?|\\\\--?`;
const message = new RegExp(String.raw`^(.+?)\s*(\(\))?\s*(${arrows})\s*(\(\))?\s*([+-]?)\s*([^:]+?)\s*(?::\s*(.*))?$`);
const participant = /^(create\s+)?(participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/i;
const settings = /@\{(.*)\}$/;
const note = /^note\s+(left of|right of|over)\s+([^:]+):\s*(.*)$/i;
const block = /^(loop|alt|opt|par|par_over|critical|break)(?:\s+(.*))?$/i;
const divider = /^(?:else|and|option)(?:\s+(.*))?$/i;
const numbering = /^autonumber(?:\s+(off)|\s+(\d{1,9}(?:\.\d{1,4})?)(?:\s+(\d{1,9}(?:\.\d{1,4})?))?)?$/i;
/** Menus on a participant, which don't change what the diagram says. */
const ignored = /^(?:link|links|properties|details)\s/i;
const participantsMax = 60;

export function readSequence({ lines }: DiagramSource): Sequence {
  const sequence: Sequence = { title: undefined, participants: [], boxes: [], steps: [] };
  const { participants, steps } = sequence;
  const places = new Map<string, number>();
  const open: ("block" | "box")[] = [];
  const dying = new Set<number>();
  let counter: { next: number; step: number } | undefined;

  function placeOf(name: string, known: Partial<Participant> = {}): number {
    const place = places.get(name.trim());
    if (place !== undefined) return place;
    if (participants.length === participantsMax)
      throw new DiagramProblem(`it has more than ${participantsMax} participants`);
    places.set(name.trim(), participants.length);
    const usual = { name: name.trim(), figure: "participant", box: undefined, isCreated: false } as const;
    return participants.push({ ...usual, ...known }) - 1;
  }

  function declare([, create, kind = "", id = "", label]: RegExpExecArray): void {
    const name = id.replace(settings, "").trim();
    const set = settings.exec(id)?.[1] ?? "";
    const own = /["']?alias["']?\s*:\s*["']([^"']+)["']/.exec(set)?.[1];
    const type = /["']?type["']?\s*:\s*["']?(\w+)/.exec(set)?.[1] ?? kind.toLowerCase();
    const figure = isFigure(type) ? type : "participant";
    const box = open.includes("box") ? sequence.boxes.length - 1 : undefined;
    const known = { name: (label ?? own ?? name).trim(), figure, box, isCreated: create !== undefined };
    const place = placeOf(name, known);
    const participant = participants[place];
    if (participant !== undefined && box !== undefined) participant.box = box;
  }

  function send([, from = "", fromCenter, arrow = "", toCenter, activation = "", to = "", text = ""]: RegExpExecArray) {
    const ends = [placeOf(from), placeOf(to)] as const;
    const number = counter === undefined ? undefined : String(Math.round(counter.next * 1e4) / 1e4);
    if (counter !== undefined) counter.next += counter.step;
    const isReverse = /^[\\/]/.test(arrow);
    steps.push({
      kind: "message",
      from: ends[0],
      to: ends[1],
      text: wordsOf(text),
      isDashed: arrow.includes("--"),
      start: fromCenter !== undefined ? "center" : isReverse || arrow.startsWith("<<") ? headOf(arrow) : "none",
      end: toCenter !== undefined ? "center" : isReverse ? "none" : headOf(arrow),
      number,
      activation,
    });
    // `destroy` comes before the participant's last message.
    for (const who of ends) if (dying.delete(who)) steps.push({ kind: "destroy", who });
  }

  function addNote([, side = "", names = "", words = ""]: RegExpExecArray): void {
    const whose = names.split(",", participantsMax).map((name) => placeOf(name));
    const place = side.toLowerCase().split(" ")[0] as Note["place"];
    steps.push({ kind: "note", place, first: Math.min(...whose), last: Math.max(...whose), text: wordsOf(words) });
  }

  function openFrame([, kind = "", words = ""]: RegExpExecArray): void {
    const { color, rest } = readColor(words);
    const isBox = kind.toLowerCase() === "box";
    if (isBox) sequence.boxes.push({ name: rest, color });
    else steps.push({ kind: "open", word: "", text: rest, color });
    open.push(isBox ? "box" : "block");
  }

  function openBlock([, kind = "", text = ""]: RegExpExecArray): void {
    open.push("block");
    steps.push({ kind: "open", word: kind.toLowerCase().replace("_over", ""), text, color: undefined });
  }

  for (const line of lines) {
    const text = line.text.replace(/;$/, "").trim();
    const person = participant.exec(text);
    const remark = note.exec(text);
    const started = block.exec(text);
    const divided = divider.exec(text);
    const numbers = numbering.exec(text);
    const [, bar, who = ""] = /^(activate|deactivate|destroy)\s+(.+)$/i.exec(text) ?? [];
    const title = /^title\s*:?\s+(.+)$/i.exec(text)?.[1];
    const frame = /^(rect|box)(?:\s+(.*))?$/i.exec(text);
    if (person !== null) declare(person);
    else if (remark !== null) addNote(remark);
    else if (frame !== null) openFrame(frame);
    else if (started !== null) openBlock(started);
    else if (divided !== null && open.includes("block")) steps.push({ kind: "divide", text: divided[1] ?? "" });
    else if (/^end$/i.test(text) && open.length > 0) {
      if (open.pop() === "block") steps.push({ kind: "close" });
    } else if (numbers !== null) {
      const [, off, first = "1", step = "1"] = numbers;
      counter = off === undefined ? { next: Number(first), step: Number(step) } : undefined;
    } else if (bar?.toLowerCase() === "destroy") dying.add(placeOf(who));
    else if (bar !== undefined) steps.push({ kind: bar.toLowerCase() as "activate", who: placeOf(who) });
    else if (title !== undefined) sequence.title = title;
    else if (!ignored.test(text)) {
      const sent = message.exec(text);
      if (sent === null) throw notUnderstood(line);
      send(sent);
    }
  }
  if (participants.length === 0) throw new DiagramProblem("it has no participants");
  for (const kind of open) if (kind === "block") steps.push({ kind: "close" });
  return sequence;
}

/** Ignores the wrap option: text is always wrapped. */
function wordsOf(text: string): string {
  return text.replace(/^\s*(?:no)?wrap\s*:/i, "").trim();
}

function headOf(arrow: string): Head {
  if (arrow.endsWith("x")) return "cross";
  if (arrow.endsWith(")") || /\\\\|\/\//.test(arrow)) return "open";
  return arrow.endsWith(">>") || arrow.includes("|") ? "filled" : "none";
}

const figures: ReadonlySet<string> = new Set([
  "participant",
  "actor",
  "boundary",
  "control",
  "entity",
  "database",
  "collections",
  "queue",
] satisfies Figure[]);

function isFigure(type: string): type is Figure {
  return figures.has(type);
}
