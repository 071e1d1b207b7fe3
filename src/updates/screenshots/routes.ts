import type { FastifyInstance } from "fastify";
import type { ObjectStore } from "../../platform/artifacts/object-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { findUpdate } from "../store.ts";
import { colorSchemes, readScreenshot } from "./screenshot-objects.ts";

const readSecondsMax = 30;
const cacheSeconds = 31_536_000;

/** Needs no key, because update IDs cannot be guessed: a dashboard or a chat can show the images. */
export function screenshotRoutes(
  http: FastifyInstance,
  { database, objects }: { database: Database; objects: ObjectStore },
): void {
  http.get<{ Params: { updateId: string; file: string } }>(
    "/screenshots/:updateId/:file",
    async ({ params }, reply) => {
      const scheme = colorSchemes.find((candidate) => `${candidate}.jpg` === params.file);
      const update = scheme === undefined ? undefined : await findUpdate(database.query, params.updateId);
      const image =
        update === undefined || scheme === undefined
          ? undefined
          : await readScreenshot(
              objects,
              update.projectId,
              update.id,
              scheme,
              AbortSignal.timeout(readSecondsMax * 1_000),
            );
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
