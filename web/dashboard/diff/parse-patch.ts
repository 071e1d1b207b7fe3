export type FileChangeKind = "added" | "modified" | "removed" | "renamed";

export interface PatchLine {
  kind: "same" | "added" | "removed";
  text: string;
  /** Line number in the old file; `undefined` for an added line. */
  before: number | undefined;
  /** Line number in the new file; `undefined` for a removed line. */
  after: number | undefined;
}

export interface Hunk {
  /** The text after `@@`, such as the nearest heading. */
  context: string;
  before: number;
  after: number;
  lines: PatchLine[];
}

const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

/** Parses the hunks of one file. Skips notes such as "No newline at end of file". */
export function parsePatch(patch: string): Hunk[] {
  const hunks: Hunk[] = [];
  let before = 0;
  let after = 0;
  for (const line of patch.split("\n")) {
    const start = header.exec(line);
    if (start !== null) {
      before = Number(start[1]);
      after = Number(start[2]);
      hunks.push({ context: start[3] ?? "", before, after, lines: [] });
      continue;
    }
    const lines = hunks.at(-1)?.lines;
    const text = line.slice(1);
    switch (line.charAt(0)) {
      case "+":
        lines?.push({ kind: "added", text, before: undefined, after });
        after += 1;
        break;
      case "-":
        lines?.push({ kind: "removed", text, before, after: undefined });
        before += 1;
        break;
      case " ":
        lines?.push({ kind: "same", text, before, after });
        before += 1;
        after += 1;
        break;
    }
  }
  return hunks;
}

export interface LinePair {
  left: PatchLine | undefined;
  right: PatchLine | undefined;
}

/** Arranges lines in two columns, with removed lines next to the lines that replace them. */
export function pairLines(lines: readonly PatchLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  let removed: PatchLine[] = [];
  let added: PatchLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      pairs.push({ left: removed[at], right: added[at] });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === "removed" && added.length === 0) {
      removed.push(line);
    } else if (line.kind === "added") {
      added.push(line);
    } else {
      flush();
      if (line.kind === "removed") {
        removed.push(line);
      } else {
        pairs.push({ left: line, right: line });
      }
    }
  }
  flush();
  return pairs;
}
