import type { IdentityProof } from "../../contract/sign-in-schemas.ts";
import { AppError } from "../../platform/errors.ts";
import { verifyPassword } from "../password.ts";
import type { SignInDeps } from "../sign-in.ts";
import { codeCounters, passwordCounters, slowGuesses } from "../slow-guesses.ts";
import { findPasswordHash } from "../user-store.ts";
import { acceptCode } from "./check-code.ts";

/** A stolen session must not be enough to change how someone signs in, so they prove again who they are. */
export async function confirmIdentity(
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
    throw new AppError("bad_request", "Confirm it with your password or a code.");
  }
}
