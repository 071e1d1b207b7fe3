import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";

/** An open scope: a call with its active participant, or a block. */
interface Frame {
  who: string;
  caller: string;
  isCall: boolean;
  returns: string | undefined;
}

const name = String.raw`(?:"([^"]+)"|([\p{L}\p{N}_]+))`;
const declared = new RegExp(String.raw`^(?:@(\w+)\s+)?(?:<<[^>]*>>\s*)?${name}(?:\s+as\s+${name})?\s*(?:#\w+)?$`, "u");
const async = new RegExp(String.raw`^${name}\s*->\s*${name}\s*:\s*(.*)$`, "u");
const call = new RegExp(
  String.raw`^(?:(?:[\p{L}\p{N}_<>]+\s+)?([\p{L}\p{N}_]+)\s*=\s*)?(?:${name}\s*->\s*)?${name}\.(.+?)\s*(\{)?$`,
  "u",
);
const ownCall = /^(?:(?:[\w<>]+\s+)?(\w+)\s*=\s*)?([\p{L}\p{N}_]+\([^{]*\))\s*(\{)?$/u;
const creation = /^(?:(\w+)\s*=\s*)?new\s+([\p{L}\p{N}_]+)\s*(?:\(([^{]*)\))?\s*(\{)?$/u;
const block = /^(if|while|for|foreach|forEach|loop|opt|par|try|critical|section|frame)\b\s*(?:\((.*)\))?\s*\{$/;
const branch = /^\}?\s*(else\s+if|else|catch|finally)\b\s*(?:\((.*)\))?\s*\{$/;
const words: Record<string, string> = {
  if: "alt",
  try: "alt",
  opt: "opt",
  par: "par",
  critical: "critical",
  section: "opt",
  frame: "opt",
};
const figures: Record<string, string> = {
  actor: "actor",
  database: "database",
  boundary: "boundary",
  control: "control",
  entity: "entity",
  queue: "queue",
};
const starterName = "Starter";
const depthMax = 30;

/**
 * Converts a ZenUML diagram to a sequence diagram: calls become messages and bars, conditions and loops become blocks.
 */
export function zenumlSequence(source: DiagramSource): DiagramSource {
  const lines: DiagramLine[] = [];
  const frames: Frame[] = [];
  let [starter, isReturn, comments]: [string, boolean, string[]] = [starterName, false, []];
  const worker = () => frames.findLast(({ isCall }) => isCall);
  const active = () => worker()?.who ?? starter;

  function read(line: DiagramLine, text: string): string[] | undefined {
    const comment = /^\/\/\s*(.*)$/.exec(text)?.[1];
    if (comment !== undefined) return keepComment(comment);
    if (/^@(?:return|reply)$/i.test(text)) {
      isReturn = true;
      return [];
    }
    const first = /^@Starter\(\s*"?([^")]+)"?\s*\)$/i.exec(text)?.[1];
    if (first !== undefined) {
      starter = first;
      return [`participant ${first}`];
    }
    if (/^title\s/.test(text)) return [text];
    const back = /^(?:return|@return)\s+(.+)$/i.exec(text)?.[1];
    if (back !== undefined) return [`${active()}-->>${worker()?.caller ?? starter}: ${back}`];
    return readBlock(text) ?? readMessage(text) ?? readParticipant(text) ?? unknown(line);
  }

  function keepComment(comment: string): string[] {
    comments.push(comment.replaceAll("**", ""));
    return [];
  }

  function readBlock(text: string): string[] | undefined {
    const divided = branch.exec(text);
    if (divided !== null) {
      const [, word = "", condition = ""] = divided;
      const said = word.startsWith("else") ? condition : `${word} ${condition}`.trim();
      // The closing brace may be on the line before, in which case its block has already ended.
      const isOpen = text.startsWith("}");
      if (!isOpen && lines.at(-1)?.text === "end") lines.pop();
      if (!isOpen) open({ isCall: false });
      return [`else ${said}`.trim()];
    }
    const [, word, condition = ""] = block.exec(text) ?? [];
    if (word !== undefined) {
      open({ isCall: false });
      return [`${words[word] ?? "loop"} ${word === "try" ? "try" : condition.replaceAll(/^"|"$/g, "")}`.trim()];
    }
    return text === "}" && frames.length > 0 ? close() : undefined;
  }

  function readMessage(text: string): string[] | undefined {
    const sent = async.exec(text);
    if (sent !== null) {
      const arrow = isReturn ? "-->>" : "-)";
      isReturn = false;
      return noted(sent[3] ?? sent[4] ?? "", [`${sent[1] ?? sent[2]}${arrow}${sent[3] ?? sent[4]}: ${sent[5]}`]);
    }
    const made = creation.exec(text);
    if (made !== null) {
      const [, result, who = "", list, brace] = made;
      return [`create participant ${who}`, ...send(active(), who, `new(${list ?? ""})`, result, brace)];
    }
    const called = call.exec(text);
    if (called !== null) {
      const [, result, quotedCaller, caller, quotedWho, who, method = "", brace] = called;
      return send(quotedCaller ?? caller ?? active(), quotedWho ?? who ?? "", method, result, brace);
    }
    const own = ownCall.exec(text);
    return own === null ? undefined : send(active(), active(), own[2] ?? "", own[1], own[3]);
  }

  function send(
    from: string,
    to: string,
    method: string,
    result: string | undefined,
    brace: string | undefined,
  ): string[] {
    if (brace !== undefined) open({ who: to, caller: from, isCall: true, returns: result });
    const answer = brace === undefined && result !== undefined ? [`${to}-->>${from}: ${result}`] : [];
    return noted(to, [`${from}->>${brace === undefined ? "" : "+"}${to}: ${method}`, ...answer]);
  }

  /** A message's comment is above it. */
  function noted(who: string, printed: string[]): string[] {
    const said = comments.splice(0);
    return said.length === 0 ? printed : [`note over ${who}: ${said.join("<br/>")}`, ...printed];
  }

  function open(frame: Partial<Frame>): void {
    if (frames.length === depthMax) throw new DiagramProblem(`its blocks are more than ${depthMax} deep`);
    frames.push({ who: "", caller: "", isCall: false, returns: undefined, ...frame });
  }

  function close(): string[] {
    const frame = frames.pop();
    if (frame === undefined || !frame.isCall) return ["end"];
    return frame.returns === undefined
      ? [`deactivate ${frame.who}`]
      : [`${frame.who}-->>-${frame.caller}: ${frame.returns}`];
  }

  function readParticipant(text: string): string[] | undefined {
    const [whole, kind = "", quoted, plain, quotedAlias, alias] = declared.exec(text) ?? [];
    if (whole === undefined) return undefined;
    comments = [];
    const id = quoted ?? plain ?? "";
    const type = figures[kind.toLowerCase()];
    const settings = type === undefined ? "" : `@{ "type": "${type}" }`;
    const label = quotedAlias ?? alias;
    return [`participant ${id}${settings}${label === undefined ? "" : ` as ${label}`}`];
  }

  for (const line of source.lines) {
    // A line may contain several statements.
    const text = line.text
      .replace(/;$/, "")
      .replace(/\s+\/\/.*$/, "")
      .trim();
    for (const printed of read(line, text) ?? []) lines.push({ text: printed, number: line.number });
  }
  while (frames.length > 0) for (const text of close()) lines.push({ text, number: source.lines.length });
  // The initiator comes first.
  const starts = lines.some(({ text }) => text.startsWith(`${starter}-`) || text.includes(`>${starter}:`));
  const first = starts ? [{ text: `participant ${starter}`, number: 1 }] : [];
  return { ...source, header: "sequenceDiagram", lines: [...first, ...lines] };
}

function unknown(line: DiagramLine): never {
  throw notUnderstood(line);
}
