import { type NotificationKind, notificationKinds } from "../contract/notification-kinds.ts";
import type { Secrets } from "../platform/secrets.ts";
import { readSignedText, signText } from "../platform/signed-text.ts";

/** The mails that a person unsubscribes from. */
export interface Unsubscription {
  userId: string;
  projectId: string;
  kind: NotificationKind;
}

export const unsubscribePath = "/unsubscribe";
const purpose = "unsubscribe";

/** The link works without signing in and doesn't expire, as mail programs expect. It can only stop these mails. */
export function unsubscribeUrl(
  { secrets, url }: { secrets: Secrets; url: string },
  { userId, projectId, kind }: Unsubscription,
): string {
  return `${url}${unsubscribePath}/${signText(secrets, purpose, `${userId}.${projectId}.${kind}`)}`;
}

/** Undefined if this server didn't issue the token. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Unsubscription | undefined {
  const [userId = "", projectId = "", kindText = "", ...rest] =
    readSignedText(secrets, purpose, token)?.split(".") ?? [];
  const kind = notificationKinds.find((known) => known === kindText);
  return kind === undefined || rest.length > 0 ? undefined : { userId, projectId, kind };
}
