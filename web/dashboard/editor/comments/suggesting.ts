import { useEffect, useState } from "react";
import { Awareness } from "y-protocols/awareness";
import { Doc, UndoManager } from "yjs";
import { compareLines, splitLines } from "../../../../src/contract/compare-lines.ts";
import type { PageSession, Place } from "../editor-context.ts";
import { mergeThreeWays } from "../live/merge-three-ways.ts";
import { UnwrittenEdits } from "../live/unwritten-edits.ts";

/** A copy of a page in which someone writes suggestions. */
export interface Suggesting {
  session: PageSession;
  /** The text that the copy started with. */
  base: string;
}

interface Suggestion extends Place {
  replacement: string;
}

/** The copy of the open page, which survives a reload of the browser. */
export function useSuggesting(live: PageSession | undefined) {
  const [suggesting, setSuggesting] = useState<Suggesting>();
  useEffect(() => {
    const kept = live && readKept(live);
    setSuggesting(live && kept && openCopy(live, kept));
  }, [live]);
  useEffect(() => {
    if (suggesting === undefined) return undefined;
    const { session, base } = suggesting;
    const keep = () => {
      try {
        localStorage.setItem(keyOf(session), JSON.stringify({ base, mine: session.text.toString() }));
      } catch {
        // The browser's storage is full. The copy is still there until the page is closed.
      }
    };
    session.text.observe(keep);
    const writeNow = () => session.unwritten.writeNow();
    window.addEventListener("pagehide", writeNow);
    return () => {
      window.removeEventListener("pagehide", writeNow);
      session.text.unobserve(keep);
      session.awareness.destroy();
      session.text.doc?.destroy();
    };
  }, [suggesting]);
  return {
    suggesting,
    start: () => {
      const base = live?.text.toString();
      if (live !== undefined && base !== undefined) setSuggesting(openCopy(live, { base, mine: base }));
    },
    stop: () => {
      if (suggesting !== undefined) localStorage.removeItem(keyOf(suggesting.session));
      setSuggesting(undefined);
    },
  };
}

interface Kept {
  base: string;
  mine: string;
}

function openCopy({ draftId, path }: PageSession, { base, mine }: Kept): Suggesting {
  const doc = new Doc();
  const text = doc.getText("source");
  text.insert(0, mine);
  const awareness = new Awareness(doc);
  const [undo, unwritten] = [new UndoManager(text), new UnwrittenEdits()];
  const session = { draftId, path, text, undo, awareness, canWrite: true, unwritten, isSuggestion: true };
  return { base, session };
}

const keyOf = ({ draftId, path }: PageSession) => `lectern.suggesting ${draftId} ${path}`;

function readKept(session: PageSession): Kept | undefined {
  try {
    const { base, mine } = JSON.parse(localStorage.getItem(keyOf(session)) ?? "{}") as Partial<Kept>;
    return typeof base === "string" && typeof mine === "string" && base !== mine ? { base, mine } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The changes of a copy as suggestions for the page as it is now. Where others have changed the same lines, the
 * suggestion replaces their text.
 */
export function suggestionsOf(base: string, mine: string, now: string): Suggestion[] {
  const before = splitLines(now);
  const after = splitLines(mergeThreeWays(base, mine, now).mine);
  const offsets = [0];
  for (const line of before) offsets.push((offsets.at(-1) ?? 0) + line.length);
  const offset = (line: number) => offsets[line] ?? now.length;
  const found: Suggestion[] = [];
  for (const { start, end, newStart, newEnd } of compareLines(before, after)) {
    let from = start;
    let lead = "";
    // A suggestion is about existing text, so new lines are suggested together with the line above.
    while (from > 0 && before.slice(from, end).join("").trim() === "") {
      from -= 1;
      lead = (before[from] ?? "") + lead;
    }
    let to = end;
    let tail = "";
    while (to < before.length && before.slice(from, to).join("").trim() === "") {
      tail += before[to] ?? "";
      to += 1;
    }
    const replacement = lead + after.slice(newStart, newEnd).join("") + tail;
    const previous = found.at(-1);
    const place = { start: offset(from), end: offset(to) };
    if (previous !== undefined && place.start < previous.end) {
      // Both contain the line above.
      previous.replacement += replacement.slice(previous.end - place.start);
      previous.end = place.end;
    } else if (place.end > place.start) found.push({ ...place, replacement });
  }
  return found.map((each) => {
    const isLine = each.replacement.endsWith("\n") && now[each.end - 1] === "\n" && each.end - each.start > 1;
    return isLine ? { ...each, end: each.end - 1, replacement: each.replacement.slice(0, -1) } : each;
  });
}
