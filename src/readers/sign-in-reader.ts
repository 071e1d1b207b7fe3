import { verifyPassword } from "../accounts/password.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { siteGuessCounters, slowGuesses } from "../platform/slow-guesses.ts";
import type { Access } from "../projects/access/store.ts";
import { noteUsed } from "./code-store.ts";
import { keyIdOf, readToken } from "./jwt/read-token.ts";
import type { FindTokenKeys } from "./jwt/token-keys.ts";
import { type StartDeps, startReaderSession } from "./start-reader-session.ts";

interface SignInDeps extends StartDeps, Pick<Services, "database" | "log"> {
  findTokenKeys: FindTokenKeys;
}

const passwordLengthMax = 128;

/** Starts a session with the site's password, and returns its cookie. */
export async function signInWithPassword(
  deps: SignInDeps,
  { settings }: Access,
  password: string,
  { projectId, address }: { projectId: string; address: string },
): Promise<string> {
  return slowGuesses(deps, siteGuessCounters(projectId, address), async () => {
    const isRight = await verifyPassword(settings.passwordHash, password.slice(0, passwordLengthMax), "other");
    if (!isRight) throw new AppError("unauthenticated", "Wrong password.");
    const reader = { method: "password" as const, subject: "", groups: [], profile: {} };
    return deps.database.transaction((tx) => startReaderSession(deps, tx, projectId, reader));
  });
}

/** Starts a session with a token of the customer's product, and returns its cookie. A token works once. */
export async function signInWithToken(
  deps: SignInDeps,
  { settings }: Access,
  token: string,
  { site: { projectId }, host }: { site: { projectId: string }; host: string },
): Promise<string> {
  if (settings.jwt === null) throw new AppError("unauthenticated", "This site has no key to check tokens with.");
  const { jwt } = settings;
  const keys = await deps.findTokenKeys(jwt.key, keyIdOf(token)).catch((error: unknown) => {
    deps.log.warn({ error: String(error), projectId }, "could not read the keys for tokens of readers");
    throw new AppError("unauthenticated", "The keys to check the token with aren't available. Try again later.");
  });
  const now = deps.clock.now();
  const { reader, signed, usableUntil } = readToken(token, { keys, host, now });
  if (reader.expiresAt !== undefined && reader.expiresAt <= now) {
    throw new AppError("unauthenticated", "The token was refused: its session has expired.");
  }
  return deps.database.transaction(async (tx) => {
    if (!(await noteUsed(tx, { token: signed, projectId, method: "jwt", expiresAt: usableUntil }))) {
      throw new AppError("unauthenticated", "The token was refused: it was used before.");
    }
    return startReaderSession(deps, tx, projectId, reader);
  });
}
