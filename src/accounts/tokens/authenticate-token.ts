import type { LastUsed } from "../../keys/last-used.ts";
import { type Demand, hashBearer, type Sender } from "../../keys/middleware.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import type { FindToken, OwnedToken } from "./token-store.ts";

export interface TokenDeps extends Pick<Services, "clock"> {
  findToken: FindToken;
  tokensUsed: LastUsed;
}

/**
 * The token in an `Authorization` header, if its scopes allow the operation. The owner's role is checked separately.
 */
export async function authenticateToken(
  { clock, findToken, tokensUsed }: TokenDeps,
  { authorization, address }: Pick<Sender, "address"> & { authorization: string | undefined },
  { kind, scope }: Demand,
): Promise<OwnedToken> {
  const hash = hashBearer(authorization);
  const token = hash === undefined ? undefined : await findToken(hash);
  if (token === undefined) {
    throw new AppError("unauthenticated", "Unknown token; make sure you copied the whole token.");
  }
  if (token.revokedAt !== null) {
    throw new AppError("unauthenticated", "This token was revoked; create a new one on your account page.");
  }
  if (token.expiresAt <= clock.now()) {
    throw new AppError("unauthenticated", "This token has expired; create a new one on your account page.");
  }
  if (kind !== "admin") {
    throw new AppError("forbidden", `This operation requires an ${kind} key, but this is a personal access token.`);
  }
  if (scope !== undefined && !token.scopes.includes(scope)) {
    throw new AppError("forbidden", `This operation requires a token with the scope "${scope}".`);
  }
  tokensUsed.note(token.id, address);
  return token;
}
