import { randomBytes } from "node:crypto";
import { newId } from "../platform/id.ts";
import type { Services } from "../platform/services.ts";
import { hashToken } from "../platform/tokens.ts";
import { findAccess } from "../projects/access/store.ts";
import { isGated } from "./gate.ts";
import { deletePreviewLink, insertPreviewLink } from "./preview-link-store.ts";
import { startReaderSession } from "./start-reader-session.ts";

const sessionMilliseconds = 10 * 60_000;

/**
 * Gives the server's own browser a session, as a signed-in reader without groups. It ends with the work, or soon after
 * if the process dies. No cookie is needed for a site that everyone may read.
 */
export async function withShortSession<Result>(
  { database, clock, url }: Pick<Services, "database" | "clock"> & { url: string },
  { projectId, subdomain }: { projectId: string; subdomain: string },
  work: (cookie: { name: string; value: string } | undefined) => Promise<Result>,
): Promise<Result> {
  const { kind: access, previews } = await findAccess(database.query, projectId);
  if (!isGated({ access, previews, subdomain })) return work(undefined);
  const now = clock.now();
  const id = newId("pvl", clock);
  const expiresAt = now + sessionMilliseconds;
  const cookie = await database.transaction(async (tx) => {
    const tokenHash = hashToken(randomBytes(32).toString("base64url"));
    await insertPreviewLink(tx, { id, tokenHash, projectId, subdomain, createdBy: "", createdAt: now, expiresAt });
    const reader = { method: "preview" as const, subject: id, groups: [], profile: {}, expiresAt };
    return startReaderSession({ clock, url, sessionHoursMax: 1 }, tx, projectId, reader);
  });
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  try {
    return await work({ name, value });
  } finally {
    await database.transaction((tx) => deletePreviewLink(tx, projectId, id));
  }
}
