import { type DiagramLine, type DiagramSource, notUnderstood } from "./diagram-source.ts";

const message = /^(.+?)\s*(<<-->>|<<->>|-->>|->>|-->|->|--x|-x|--\)|-\))\s*([+-]?)\s*([^:]+?)\s*(?::\s*(.*))?$/;
const participant = /^(?:create\s+)?(participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/;
const note = /^note\s+(left of|right of|over)\s+([^:]+):\s*(.*)$/i;
const block = /^(loop|alt|opt|par|critical|break)\b\s*(.*)$/;
const divider = /^(else|and|option)\b\s*(.*)$/;
/** Marks for the eye only: without them the diagram says the same. */
const ignored = /^(?:activate|deactivate|destroy|link|links|properties|details|title|autonumber)\b/;
const emptyLabel = "\u00a0";

/** A sequence in the forms the library reads: plain ids for names, a label for each message. */
export function sequenceText({ lines }: DiagramSource): string {
  const names = new Map<string, string>();
  const isNumbered = lines.some(({ text }) => /^autonumber\b(?!\s+off)/.test(text));
  const frames: ("block" | "frame")[] = [];
  let messages = 0;

  function nameOf(name: string, declared: string[]): string {
    const known = names.get(name.trim());
    if (known !== undefined) return known;
    const id = `p${names.size}`;
    names.set(name.trim(), id);
    declared.push(`participant ${id} as ${name.trim()}`);
    return id;
  }

  function printMessage(match: RegExpExecArray): string[] {
    const [, from = "", arrow = "", activation = "", to = "", text = ""] = match;
    messages += 1;
    const declared: string[] = [];
    const names = [nameOf(from, declared), nameOf(to, declared)];
    const words = text.trim() === "" ? emptyLabel : text.trim();
    const label = isNumbered ? `${messages}. ${words}` : words;
    return [...declared, `${names[0]}${arrow.replace("<<", "")}${activation}${names[1]}: ${label}`];
  }

  function printLine(line: DiagramLine): string[] {
    const text = line.text.replace(/;$/, "").trim();
    const person = participant.exec(text);
    if (person !== null) {
      const [, kind = "", id = "", label] = person;
      const name = id.replace(/@\{.*\}$/, "").trim();
      if (names.has(name)) return [];
      names.set(name, `p${names.size}`);
      return [`${kind} ${names.get(name)} as ${(label ?? name).trim()}`];
    }
    const remark = note.exec(text);
    if (remark !== null) {
      const [, place = "", who = "", words = ""] = remark;
      const declared: string[] = [];
      const ids = who.split(",").map((name) => nameOf(name, declared));
      return [...declared, `Note ${place.toLowerCase()} ${ids.join(",")}: ${words.trim() || emptyLabel}`];
    }
    // Boxes around participants and coloured backgrounds are not drawn, but their ends must be known.
    if (/^(?:box|rect)\b/.test(text)) {
      frames.push("frame");
      return [];
    }
    if (block.test(text)) {
      frames.push("block");
      return [text];
    }
    const division = divider.exec(text);
    if (division !== null) return [`${division[1] === "and" ? "and" : "else"} ${division[2] ?? ""}`.trim()];
    if (text === "end") return frames.pop() === "frame" ? [] : ["end"];
    if (ignored.test(text)) return [];
    const sent = message.exec(text);
    if (sent === null) throw notUnderstood(line);
    return printMessage(sent);
  }

  return ["sequenceDiagram", ...lines.flatMap(printLine)].join("\n");
}
