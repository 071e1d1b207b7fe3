import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { findUpdate } from "../store.ts";
import { colorSchemes, readScreenshot } from "./screenshot-objects.ts";

const readSecondsMax = 30;
const cacheSeconds = 31_536_000;

/** Needs no key, because update IDs cannot be guessed: a dashboard or a chat can show the images. */
export function screenshotRoutes(http: FastifyInstance, { database, objects }: Pick<Services, "database" | "objects">) {
  http.get<{ Params: { updateId: string; file: string } }>(
    "/screenshots/:updateId/:file",
    async ({ params }, reply) => {
      const scheme = colorSchemes.find((candidate) => `${candidate}.jpg` === params.file);
      const update = scheme && (await findUpdate(database.query, params.updateId));
      const signal = AbortSignal.timeout(readSecondsMax * 1_000);
      const image = update && (await readScreenshot(objects, update.projectId, update.id, scheme, signal));
      if (image === undefined) {
        throw new AppError("not_found", "Screenshot not found; only those of recent updates are kept.");
      }
      return reply
        .header("content-type", "image/jpeg")
        .header("cache-control", `public, max-age=${cacheSeconds}, immutable`)
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("x-content-type-options", "nosniff")
        .send(image);
    },
  );
}
