import { answerCalls } from "../platform/calls/answer-calls.ts";
import { paintCard } from "../site/painting.ts";
import type { SocialCard } from "../site/serving.ts";

interface CardToPaint {
  card: SocialCard;
  /** The pictures and the font of the card, by path. */
  files: ReadonlyMap<string, Uint8Array>;
}

const cardCalls = {
  paintCard: ({ card, files }: CardToPaint) =>
    paintCard(card, ({ path }) => {
      const bytes = files.get(path);
      return bytes && Buffer.from(bytes);
    }),
};

export type CardCalls = typeof cardCalls;

// The program of the process that paints link preview images.
answerCalls(cardCalls);
