import type { FastifyInstance, FastifyRequest } from "fastify";
import { operations } from "../../contract/operations.ts";
import type { Authenticate, Gates } from "../../http/register-operation.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { findAccess } from "../../projects/access/store.ts";
import { isGated } from "../../readers/gate.ts";
import { findUpdate } from "../store.ts";
import type { Update } from "../update.ts";
import { colorSchemes, readScreenshot } from "./screenshot-objects.ts";

type ScreenshotDeps = Pick<Services, "database" | "objects"> & { gates: Pick<Gates, "authenticatorFor"> };

const readSecondsMax = 30;
const cacheSeconds = 31_536_000;

/**
 * Needs no key for sites that everyone may read, because update IDs cannot be guessed: a dashboard or a chat can show the
 * images. Those of private sites are for people and keys that may read the update.
 */
export function screenshotRoutes(http: FastifyInstance, { database, objects, gates }: ScreenshotDeps) {
  const authenticate = gates.authenticatorFor(operations.getUpdateStatus);
  http.get<{ Params: { statusId: string; file: string } }>("/screenshots/:statusId/:file", async (request, reply) => {
    const { statusId, file } = request.params;
    const scheme = colorSchemes.find((candidate) => `${candidate}.jpg` === file);
    const update = scheme && (await findUpdate(database.query, statusId));
    const { kind: access, previews } = await findAccess(database.query, update?.projectId ?? "");
    const isPublic = update === undefined || !isGated({ access, previews, subdomain: update.subdomain });
    const isShown = isPublic || (await mayRead(authenticate, request, update));
    const signal = AbortSignal.timeout(readSecondsMax * 1_000);
    const image =
      update && isShown ? await readScreenshot(objects, update.projectId, update.id, scheme, signal) : undefined;
    if (image === undefined) {
      throw new AppError("not_found", "Screenshot not found; only those of recent updates are kept.");
    }
    return reply
      .header("content-type", "image/jpeg")
      .header("cache-control", isPublic ? `public, max-age=${cacheSeconds}, immutable` : "private, no-store")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff")
      .header("x-robots-tag", "noindex")
      .send(image);
  });
}

async function mayRead(
  authenticate: Authenticate | undefined,
  request: FastifyRequest,
  { organizationId }: Pick<Update, "organizationId">,
): Promise<boolean> {
  try {
    return (await authenticate?.(request))?.organizationId === organizationId;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
