import { createHmac, timingSafeEqual } from "node:crypto";
import { type NotificationKind, notificationKinds } from "../contract/notification-kinds.ts";
import type { Secrets } from "../platform/secrets.ts";

/** Which mails a person stops. */
export interface Unsubscription {
  userId: string;
  projectId: string;
  kind: NotificationKind;
}

export const unsubscribePath = "/unsubscribe";
const purpose = "unsubscribe";
const partLengthMax = 128;

/** Works without signing in and doesn't expire, as mail programs expect. All it can do is to stop these mails. */
export function unsubscribeUrl(
  { secrets, url }: { secrets: Secrets; url: string },
  { userId, projectId, kind }: Unsubscription,
): string {
  const text = `${userId}.${projectId}.${kind}`;
  const [key = Buffer.alloc(0)] = secrets.signingKeys(purpose);
  return `${url}${unsubscribePath}/${text}.${sign(key, text)}`;
}

/** Undefined if this server didn't write it. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Unsubscription | undefined {
  const [userId = "", projectId = "", kindText = "", signature = "", ...rest] = token.split(".");
  const kind = notificationKinds.find((known) => known === kindText);
  if (kind === undefined || rest.length > 0 || token.length > 4 * partLengthMax) return undefined;
  const text = `${userId}.${projectId}.${kind}`;
  const isOurs = secrets.signingKeys(purpose).some((key) => isSame(sign(key, text), signature));
  return isOurs ? { userId, projectId, kind } : undefined;
}

function sign(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
