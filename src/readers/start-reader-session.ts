import type { Clock } from "../platform/clock.ts";
import { setCookie } from "../platform/cookies.ts";
import type { Transaction } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import { hashToken, newToken } from "../platform/tokens.ts";
import { findAccess } from "../projects/access/store.ts";
import { boundReader, type Reader } from "./reader.ts";
import { insertReaderSession, trimReaderSessions } from "./session-store.ts";

export interface StartDeps {
  clock: Clock;
  /** The public address of this server. */
  url: string;
  sessionHoursMax: number;
}

/** The oldest sessions of a project end when it has more. */
const sessionsMax = 10_000;
const hourMilliseconds = 3_600_000;

/** Returns the session's cookie. The token is always new, so nobody can know it in advance. */
export async function startReaderSession(
  { clock, url, sessionHoursMax }: StartDeps,
  tx: Transaction,
  projectId: string,
  reader: Reader,
): Promise<string> {
  const { method, subject, groups, profile, expiresAt = Number.POSITIVE_INFINITY } = boundReader(reader);
  const { settings } = await findAccess(tx, projectId);
  const now = clock.now();
  const hours = Math.min(settings.sessionHours, sessionHoursMax);
  const end = Math.min(now + hours * hourMilliseconds, expiresAt);
  const token = newToken();
  await insertReaderSession(tx, {
    id: newId("rds", clock),
    tokenHash: hashToken(token),
    projectId,
    method,
    subject,
    groups: JSON.stringify(groups),
    profile: JSON.stringify(profile),
    createdAt: now,
    expiresAt: end,
  });
  await trimReaderSessions(tx, projectId, sessionsMax);
  return setCookie("reader", token, Math.ceil((end - now) / 1_000), url);
}
