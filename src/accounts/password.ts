import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { Semaphore } from "../platform/semaphore.ts";

// A stored password is `{salt}:{key}`, both in hex; scrypt gets the salt as hex text. Changing these parameters would
// invalidate every stored password.
/** Only tests lower the cost, because they sign in hundreds of times. */
export const passwordCost: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 };
const saltBytes = 16;
const keyBytes = 64;

/** Known clients go first, so that a flood of guesses doesn't keep them waiting. */
export type Lane = "known" | "other";

/** Slow on purpose. Must not be called inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes).toString("hex");
  return `${salt}:${(await inTurn("known", () => deriveKey(password, salt))).toString("hex")}`;
}

/** Takes as long without a stored password as with one, so that the time doesn't reveal whether an account exists. */
export async function verifyPassword(stored: string | null, password: string, lane: Lane): Promise<boolean> {
  const [salt = "", key = ""] = (stored ?? "").split(":");
  const expected = Buffer.from(key, "hex");
  const derived = await inTurn(lane, () => deriveKey(password, salt));
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

// Each hash takes 32 MB and one of the process's four threads, which file access and DNS need too.
const turns = new Semaphore({
  permitsMax: 2,
  waitingMax: 50,
  fullMessage: "Too many people are signing in at the moment; try again.",
});

function inTurn(lane: Lane, work: () => Promise<Buffer>): Promise<Buffer> {
  return turns.run(work, { isUrgent: lane === "known" });
}

function deriveKey(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, passwordCost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
