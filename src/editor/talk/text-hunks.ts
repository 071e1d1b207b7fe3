import { diffIndices } from "node-diff3";
import { linesOf } from "../merge-texts.ts";
import type { TextRange } from "./anchors.ts";

/** A stretch of lines that differs, with what comes in its place. */
export interface TextHunk extends TextRange {
  replacement: string;
}

/** Where two texts differ, line by line, in offsets of the first. */
export function textHunks(before: string, after: string): TextHunk[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const starts = [0];
  for (const line of old) starts.push((starts.at(-1) ?? 0) + line.length);
  return diffIndices(old, now).map(({ buffer1: [from, count], buffer2Content }) => ({
    start: starts[from] ?? before.length,
    end: starts[from + count] ?? before.length,
    replacement: buffer2Content.join(""),
  }));
}
