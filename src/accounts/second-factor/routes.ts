import { randomBytes } from "node:crypto";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { IdentityProof } from "../../contract/sign-in-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { codeCounters, passwordCounters, slowGuesses } from "../../platform/slow-guesses.ts";
import { hashToken } from "../../platform/tokens.ts";
import { deleteChallenge, findChallenge } from "../challenge-store.ts";
import { verifyPassword } from "../password.ts";
import { startPasskeySetup } from "../pending-sign-in.ts";
import type { SignInDeps } from "../sign-in.ts";
import { findPasswordHash } from "../user-store.ts";
import { canUsePasskeys } from "./can-use-passkeys.ts";
import { acceptAuthenticatorCode, acceptCode, createRecoveryCodes } from "./check-code.ts";
import { deletePasskey, insertPasskey, listPasskeys, type Passkey } from "./passkey-store.ts";
import {
  confirmAuthenticator,
  countRecoveryCodes,
  deleteAuthenticator,
  deleteRecoveryCodes,
  findAuthenticator,
  findFactorKinds,
  insertAuthenticator,
} from "./store.ts";
import { authenticatorUri, toBase32 } from "./totp.ts";

const secretBytes = 20;
const passkeysMax = 20;

/** A person's own authenticator app, recovery codes and passkeys. */
export function secondFactorRoutes(deps: SignInDeps) {
  const { database, clock, secrets, url } = deps;
  const { query } = database;
  return {
    async getSecondFactor({ principal: { user } }) {
      const authenticator = await findAuthenticator(query, user.id);
      return {
        canHave: (await findPasswordHash(query, user.id)) !== null,
        canUsePasskeys: canUsePasskeys(url),
        authenticatorSince: authenticator?.confirmedAt == null ? null : isoTime(authenticator.confirmedAt),
        recoveryCodesLeft: await countRecoveryCodes(query, user.id),
        passkeys: (await listPasskeys(query, user.id)).map(presentPasskey),
      };
    },

    async startAuthenticator({ principal: { user }, body }) {
      await confirmIdentity(deps, user, body);
      const secret = randomBytes(secretBytes);
      const sealed = secrets.seal(secret.toString("base64url"));
      if (!(await insertAuthenticator(query, user.id, sealed, clock.now()))) {
        throw new AppError("conflict", "An authenticator app is already set up. Remove it first.");
      }
      const issuer = `Lectern (${new URL(url).host})`;
      return { secret: toBase32(secret), uri: authenticatorUri({ issuer, account: user.email, secret }) };
    },

    confirmAuthenticator: ({ principal: { user }, body, change }) =>
      slowGuesses(deps, codeCounters(user.email, user.sessionId), () =>
        change(async (tx) => {
          const authenticator = await findAuthenticator(tx, user.id);
          if (authenticator === undefined || authenticator.confirmedAt !== null) {
            throw new AppError("conflict", "There is nothing to confirm. Start the setup again.");
          }
          const code = body.code.replaceAll(/\s/g, "");
          if (!(await acceptAuthenticatorCode(deps, tx, user.id, authenticator.secret, code))) {
            throw new AppError("forbidden", "That code is wrong. Check that the clock of your phone is right.");
          }
          const recoveryCodes = await createFirstCodes(tx, user.id);
          await confirmAuthenticator(tx, user.id, clock.now());
          return { recoveryCodes };
        }),
      ),

    async removeAuthenticator({ principal: { user }, body, change }) {
      await confirmIdentity(deps, user, body);
      return change(async (tx) => {
        if (!(await deleteAuthenticator(tx, user.id))) {
          throw new AppError("conflict", "No authenticator app is set up.");
        }
        await dropUselessCodes(tx, user.id);
      });
    },

    async renewRecoveryCodes({ principal: { user }, body, change }) {
      await confirmIdentity(deps, user, body);
      return change(async (tx) => {
        if (!(await hasFactor(tx, user.id))) {
          throw new AppError("conflict", "Set up a second factor first.");
        }
        return { recoveryCodes: await createRecoveryCodes(tx, user.id) };
      });
    },

    async startPasskey({ principal: { user }, body }) {
      await confirmIdentity(deps, user, body);
      if (!canUsePasskeys(url)) {
        throw new AppError("conflict", "Passkeys need the server to have a host name and HTTPS.");
      }
      const passkeys = await listPasskeys(query, user.id);
      if (passkeys.length >= passkeysMax) {
        throw new AppError("conflict", `You have ${passkeysMax} passkeys, which is the limit. Remove one first.`);
      }
      const { registrationOptions } = await import("./verify-passkey.ts");
      const options = await registrationOptions(url, user, passkeys);
      await startPasskeySetup(deps, user, options.challenge);
      return { options: { ...options } };
    },

    async addPasskey({ principal: { user }, body, change, note }) {
      const hash = hashToken(user.sessionId);
      const pending = await findChallenge(query, hash, clock.now());
      const { challenge } = pending ?? {};
      // Deleted before it is checked, so that every reply needs its own challenge.
      if (challenge == null || !(await deleteChallenge(query, hash))) {
        throw new AppError("conflict", "Adding the passkey took too long. Try again.");
      }
      const { verifyNewCredential } = await import("./verify-passkey.ts");
      const credential = await verifyNewCredential(url, body.credential, challenge);
      if (credential === undefined) {
        throw new AppError("forbidden", "The passkey could not be verified. Try again.");
      }
      return change(async (tx) => {
        const recoveryCodes = await createFirstCodes(tx, user.id);
        const name = body.name.trim();
        const times = { createdAt: clock.now(), lastUsedAt: null };
        const passkey = { id: newId("pky", clock), userId: user.id, name, ...credential, ...times };
        if (!(await insertPasskey(tx, passkey))) {
          throw new AppError("conflict", "This passkey is already registered.");
        }
        note({ name });
        return { passkey: presentPasskey(passkey), recoveryCodes };
      });
    },

    async removePasskey({ principal: { user }, params, body, change, note }) {
      await confirmIdentity(deps, user, body);
      return change(async (tx) => {
        const name = await deletePasskey(tx, user.id, params.passkeyId);
        if (name === undefined) {
          throw new AppError("not_found", "Passkey not found. It may have been removed already.");
        }
        await dropUselessCodes(tx, user.id);
        note({ name });
      });
    },
  } satisfies Partial<Handlers<DashboardOperations>>;
}

/** Recovery codes are created with the first factor. Call this before that factor is stored. */
async function createFirstCodes(tx: Connection, userId: string): Promise<string[]> {
  return (await hasFactor(tx, userId)) ? [] : createRecoveryCodes(tx, userId);
}

/** Deletes the recovery codes of an account without a second factor, where they are useless and only a risk. */
async function dropUselessCodes(tx: Connection, userId: string): Promise<void> {
  if (!(await hasFactor(tx, userId))) await deleteRecoveryCodes(tx, userId);
}

async function hasFactor(tx: Connection, userId: string): Promise<boolean> {
  const { hasAuthenticator, hasPasskey } = await findFactorKinds(tx, userId);
  return hasAuthenticator || hasPasskey;
}

function presentPasskey({ id, name, createdAt, lastUsedAt }: Passkey) {
  return { id, name, createdAt: isoTime(createdAt), lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt) };
}

/**
 * A stolen session must not be enough to change how someone signs in, so the person must prove their identity again.
 */
async function confirmIdentity(
  deps: SignInDeps,
  user: { id: string; email: string; sessionId: string },
  { password, code }: IdentityProof,
): Promise<void> {
  const { database } = deps;
  if (password !== undefined) {
    await slowGuesses(deps, passwordCounters(user.email, user.sessionId), async () => {
      if (!(await verifyPassword(await findPasswordHash(database.query, user.id), password, "known"))) {
        throw new AppError("forbidden", "The password is wrong.");
      }
    });
  } else if (code !== undefined) {
    await slowGuesses(deps, codeCounters(user.email, user.sessionId), () =>
      database.transaction(async (tx) => {
        if ((await acceptCode(deps, tx, user.id, code)) === undefined) {
          throw new AppError("forbidden", "That code is wrong, or it was used before.");
        }
      }),
    );
  } else {
    throw new AppError("bad_request", "Confirm this change with your password or a code.");
  }
}
