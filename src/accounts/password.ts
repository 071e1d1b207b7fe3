import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { AppError } from "../platform/errors.ts";

// A stored password is `{salt}:{key}`, both in hex; scrypt takes the salt as hex text. Changing these parameters would
// invalidate every stored password.
const cost: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 };
const saltBytes = 16;
const keyBytes = 64;

/** Known clients go first, so that a flood of guesses doesn't keep them waiting. */
export type Lane = "known" | "other";

/** Slow on purpose: never call it inside a transaction. */
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

// Each takes 32 MB and one of the process's four threads, which files and names need too.
const runningMax = 2;
const waitingMax = 50;
let running = 0;
const waiting: Readonly<Record<Lane, (() => void)[]>> = { known: [], other: [] };

async function inTurn<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
  if (running < runningMax) {
    running += 1;
  } else {
    if (waiting[lane].length >= waitingMax) {
      throw new AppError("unavailable", "Too many people are signing in at the moment; try again.");
    }
    // Whoever is done hands over its place.
    await new Promise<void>((resolve) => waiting[lane].push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.other.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function deriveKey(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
