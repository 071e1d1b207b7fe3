import type { FileMaker } from "../platform/artifacts/artifact-cache.ts";
import { CallFailed } from "../platform/calls/call-process.ts";
import { AppError } from "../platform/errors.ts";
import { type CardPicture, cardFontBytesMax, cardPictureBytesMax, cardType, type SocialCard } from "../site/serving.ts";
import type { CardProcesses } from "./text-processes.ts";

/** Paints the link preview images of published pages in a process with limits, when they are first read. */
export function createCardMaker(processes: CardProcesses): FileMaker {
  return {
    descriptionType: cardType,
    type: "image/png",
    async make(namespace, description, read) {
      const card = JSON.parse(description.toString()) as SocialCard;
      const { logo, background, font } = card;
      const files = new Map<string, Uint8Array>();
      const add = async (file: CardPicture | undefined, bytesMax: number) => {
        const bytes = file && (await read(file.path, bytesMax));
        if (bytes) files.set(file.path, bytes);
      };
      await add(logo, cardPictureBytesMax);
      await add(background, cardPictureBytesMax);
      await add(typeof font === "object" ? font.file : undefined, cardFontBytesMax);
      const paint = (painted: SocialCard) => processes.call(namespace, "paintCard", { card: painted, files });
      return Buffer.from(
        await paint(card).catch((error: unknown) => {
          if (!mayBeFaultOfFile(error) || files.size === 0) throw error;
          return paint({ ...card, logo: undefined, background: undefined, font: undefined });
        }),
      );
    },
  };
}

/** A picture or font can take too much time or memory, or break the painter. */
function mayBeFaultOfFile(error: unknown): boolean {
  return error instanceof CallFailed || (error instanceof AppError && error.code === "too_large");
}
