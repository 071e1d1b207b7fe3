import type { Connection } from "../../platform/db/database.ts";
import { type AskReader, askAgain } from "../ask-again.ts";
import { type Gap, recordProof } from "./gap-store.ts";

const questionsMax = 100;
const secondsMax = 300;

interface AskedGap {
  gap: Gap;
  answered: string[];
}

export interface AskedGaps {
  gaps: AskedGap[];
  asked: number;
  answered: number;
}

/** Asks the questions of gaps, the newest gap first. */
export async function askGaps(
  { ask, signal, atOnce = 1 }: { ask: AskReader; signal: AbortSignal; atOnce?: number | undefined },
  gaps: readonly Gap[],
): Promise<AskedGaps> {
  const asked = gaps.flatMap((gap) => gap.questions.map((question) => ({ gap, question }))).slice(0, questionsMax);
  const replies = await askAgain(
    { ask, signal, secondsMax, atOnce },
    asked.map(({ question }) => ({ ...question, earlier: [] })),
  );
  const isAnswered = asked.map((_, place) => replies[place]?.outcome === "answered");
  return {
    // A gap whose questions weren't all asked keeps what was found before.
    gaps: gaps.flatMap((gap) => {
      const places = asked.flatMap((each, place) => (each.gap === gap ? [place] : []));
      if (places.length < gap.questions.length || places.some((place) => replies[place] === undefined)) return [];
      const answered = places.flatMap((place) => (isAnswered[place] ? [asked[place]?.question.id ?? ""] : []));
      return [{ gap, answered }];
    }),
    asked: replies.filter((reply) => reply !== undefined).length,
    answered: isAnswered.filter(Boolean).length,
  };
}

export async function recordProofs(
  tx: Connection,
  { gaps }: AskedGaps,
  where: "preview" | "published",
  at: number,
): Promise<void> {
  for (const { gap, answered } of gaps) await recordProof(tx, gap.id, where, { answered, at });
}
