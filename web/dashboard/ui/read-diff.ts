export interface DiffLine {
  kind: "same" | "added" | "removed" | "hunk";
  oldNumber?: number;
  newNumber?: number;
  /** The words of the line; those that differ from the line it stands for are marked. */
  parts: readonly DiffPart[];
}

export interface DiffPart {
  text: string;
  isChanged: boolean;
}

const hunkPattern = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const headerPattern = /^(?:diff |index |--- |\+\+\+ |new file |deleted file |similarity |rename |old mode |new mode )/;
const wordsMax = 200;

/** The lines of a unified diff of one file. */
export function readDiff(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let oldNumber = 0;
  let newNumber = 0;
  let isInHunk = false;
  for (const line of diff.split("\n")) {
    const hunk = hunkPattern.exec(line);
    if (hunk !== null) {
      oldNumber = Number(hunk[1]);
      newNumber = Number(hunk[2]);
      isInHunk = true;
      lines.push({ kind: "hunk", parts: whole(line) });
    } else if (!isInHunk && (line === "" || headerPattern.test(line))) {
    } else if (line.startsWith("+")) {
      lines.push({ kind: "added", newNumber: newNumber++, parts: whole(line.slice(1)) });
    } else if (line.startsWith("-")) {
      lines.push({ kind: "removed", oldNumber: oldNumber++, parts: whole(line.slice(1)) });
    } else if (line.startsWith(" ")) {
      lines.push({ kind: "same", oldNumber: oldNumber++, newNumber: newNumber++, parts: whole(line.slice(1)) });
    }
  }
  return markWords(lines);
}

/** Marks what differs between lines that were replaced one by one. */
function markWords(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines];
  for (let start = 0; start < marked.length; start += 1) {
    const removed = runOf(marked, start, "removed");
    const added = runOf(marked, start + removed, "added");
    if (removed > 0 && removed === added) {
      for (let index = start; index < start + removed; index += 1) {
        const before = marked[index];
        const after = marked[index + removed];
        if (before !== undefined && after !== undefined) {
          const [old, fresh] = compareWords(text(before), text(after));
          marked[index] = { ...before, parts: old };
          marked[index + removed] = { ...after, parts: fresh };
        }
      }
    }
    start += Math.max(0, removed + added - 1);
  }
  return marked;
}

function runOf(lines: readonly DiffLine[], from: number, kind: DiffLine["kind"]): number {
  let length = 0;
  while (lines[from + length]?.kind === kind) {
    length += 1;
  }
  return length;
}

/** What two lines share at both ends is the same; what lies between has changed. Words are never cut. */
function compareWords(before: string, after: string): [DiffPart[], DiffPart[]] {
  const old = before.split(/(\s+|\b)/).filter(Boolean);
  const fresh = after.split(/(\s+|\b)/).filter(Boolean);
  if (old.length > wordsMax || fresh.length > wordsMax) {
    return [whole(before), whole(after)];
  }
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail)) {
    tail += 1;
  }
  // Lines that share nothing would be marked as a whole, which says no more than their colour does.
  return head + tail === 0 ? [whole(before), whole(after)] : [split(old, head, tail), split(fresh, head, tail)];
}

function split(words: readonly string[], head: number, tail: number): DiffPart[] {
  const end = words.length - tail;
  return [
    { text: words.slice(0, head).join(""), isChanged: false },
    { text: words.slice(head, end).join(""), isChanged: true },
    { text: words.slice(end).join(""), isChanged: false },
  ].filter((part) => part.text !== "");
}

function whole(line: string): DiffPart[] {
  return [{ text: line, isChanged: false }];
}

function text({ parts }: DiffLine): string {
  return parts.map((part) => part.text).join("");
}
