import { randomInt } from "node:crypto";
import type { Connection } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { hashToken } from "../../platform/tokens.ts";
import { acceptStep, findAuthenticator, replaceRecoveryCodes, spendRecoveryCode } from "./store.ts";
import { findStep } from "./totp.ts";

type CodeDeps = Pick<Services, "clock" | "secrets">;

type CodeKind = "authenticator" | "recovery code";

// The alphabet lacks letters that are easily confused. A code of 16 characters has 79 bits, too many to guess even from
// its hash.
const recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const recoveryCodes = 10;
const groups = 4;
const groupLength = 4;

/** Accepts each code once: from the authenticator app, or one of the recovery codes. Undefined if the code is wrong. */
export async function acceptCode(
  deps: CodeDeps,
  tx: Connection,
  userId: string,
  code: string,
): Promise<CodeKind | undefined> {
  const normal = code.replaceAll(/[\s-]/g, "").toLowerCase();
  if (/^\d{6}$/.test(normal)) {
    const authenticator = await findAuthenticator(tx, userId);
    const isActive = authenticator?.confirmedAt != null;
    return isActive && (await acceptAuthenticatorCode(deps, tx, userId, authenticator.secret, normal))
      ? "authenticator"
      : undefined;
  }
  return (await spendRecoveryCode(tx, userId, hashToken(normal), deps.clock.now())) ? "recovery code" : undefined;
}

export async function acceptAuthenticatorCode(
  { secrets, clock }: CodeDeps,
  tx: Connection,
  userId: string,
  sealedSecret: string,
  code: string,
): Promise<boolean> {
  const secret = Buffer.from(secrets.open(sealedSecret), "base64url");
  const step = findStep(secret, code, clock.now());
  return step !== undefined && (await acceptStep(tx, userId, step));
}

/** Replaces the recovery codes with new ones. Only their hashes are stored. */
export async function createRecoveryCodes(tx: Connection, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashToken(code.replaceAll("-", ""))),
  );
  return codes;
}

function newRecoveryCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length))).join("");
  return Array.from({ length: groups }, group).join("-");
}
