import type { Scope } from "../../contract/operation.ts";
import { generateKey, keyHint } from "../../keys/create-key.ts";
import { hashKey } from "../../keys/store.ts";
import { type Clock, dayMilliseconds } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { insertToken, listTokens, type Token } from "./token-store.ts";

const tokensPerPersonMax = 50;
const defaultDays = 90;

export interface NewToken extends Pick<Token, "userId" | "organizationId" | "name"> {
  scopes: readonly Scope[];
  expiresInDays?: number | undefined;
}

/** Creates a personal access token. Only its hash is stored, so the secret is available only here. */
export async function createToken(
  { clock }: { clock: Clock },
  tx: Connection,
  { userId, organizationId, name, scopes, expiresInDays = defaultDays }: NewToken,
): Promise<{ token: Token; secret: string }> {
  if ((await listTokens(tx, userId)).length >= tokensPerPersonMax) {
    throw new AppError("conflict", `You already have ${tokensPerPersonMax} tokens; revoke one you no longer use.`);
  }
  const secret = generateKey("token");
  const now = clock.now();
  const token: Token = {
    id: newId("pat", clock),
    userId,
    organizationId,
    name: name.trim(),
    hint: keyHint("token", secret),
    scopes: [...new Set(scopes)],
    expiresAt: now + expiresInDays * dayMilliseconds,
    revokedAt: null,
    lastUsedAt: null,
    lastUsedAddress: null,
    createdAt: now,
  };
  await insertToken(tx, token, hashKey(secret));
  return { token, secret };
}
