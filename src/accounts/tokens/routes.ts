import type { AccessOperations, AccessToken } from "../../contract/access-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime, isoTimeOrNull } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { listMemberships } from "../member-store.ts";
import { confirmToken } from "../provider/sign-in-store.ts";
import { createToken } from "./create-token.ts";
import { listTokens, listTokensReaching, revokeToken, type Token } from "./token-store.ts";

export function tokenRoutes(deps: Pick<Services, "clock" | "database">) {
  const { database, clock } = deps;
  return {
    async listTokens({ principal: { user } }) {
      return { tokens: (await listTokens(database.query, user.id)).map(presentToken) };
    },

    createToken: ({ principal: { user }, body, change, note }) =>
      change(async (tx) => {
        const { organizationId = null } = body;
        const memberships = await listMemberships(tx, user.id);
        if (organizationId !== null && !memberships.some(({ id }) => id === organizationId)) {
          throw new AppError("not_found", "Organization not found, or you are not a member of it.");
        }
        const { token, secret } = await createToken(deps, tx, { ...body, organizationId, userId: user.id });
        await confirmToken(tx, token.id, user.sessionId);
        note({
          ...(organizationId !== null && { organizationId }),
          tokenId: token.id,
          name: token.name,
          scopes: token.scopes.join(", "),
          expiresAt: isoTime(token.expiresAt),
        });
        return { token: presentToken(token), secret };
      }),

    revokeToken: ({ principal: { user }, params, change, note }) =>
      change(async (tx) => {
        const token = await revoke(tx, await listTokens(tx, user.id), params.tokenId, clock.now());
        note({ ...(token.organizationId !== null && { organizationId: token.organizationId }), name: token.name });
      }),

    async listOrganizationTokens({ params }) {
      const tokens = await listTokensReaching(database.query, params.organizationId);
      return { tokens: tokens.map((token) => ({ ...presentToken(token), owner: token.user })) };
    },

    revokeOrganizationToken: ({ params, change, note }) =>
      change(async (tx) => {
        const listed = await listTokensReaching(tx, params.organizationId);
        const token = await revoke(tx, listed, params.tokenId, clock.now());
        note({ name: token.name, email: token.user.email });
      }),
  } satisfies Partial<Handlers<AccessOperations>>;
}

async function revoke<Listed extends Token>(tx: Connection, tokens: readonly Listed[], id: string, now: number) {
  const token = tokens.find((candidate) => candidate.id === id);
  if (token === undefined || !(await revokeToken(tx, id, now))) {
    throw new AppError("not_found", "Token not found; it may have been revoked already.");
  }
  return token;
}

function presentToken(token: Token): AccessToken {
  return {
    id: token.id,
    name: token.name,
    hint: token.hint,
    scopes: token.scopes,
    organizationId: token.organizationId,
    createdAt: isoTime(token.createdAt),
    expiresAt: isoTime(token.expiresAt),
    lastUsedAt: isoTimeOrNull(token.lastUsedAt),
    lastUsedAddress: token.lastUsedAddress,
  };
}
