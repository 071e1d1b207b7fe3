import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

// A stored password is `{salt}:{key}`, both in hex; scrypt takes the salt as hex text. Changing these parameters would
// invalidate every stored password.
const cost: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 };
const saltBytes = 16;
const keyBytes = 64;

/** Slow on purpose: never call it inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes).toString("hex");
  return `${salt}:${(await deriveKey(password, salt)).toString("hex")}`;
}

/** Takes as long without a stored password as with one, so that the time doesn't reveal whether an account exists. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const [salt = "", key = ""] = (stored ?? "").split(":");
  const expected = Buffer.from(key, "hex");
  const derived = await deriveKey(password, salt);
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

function deriveKey(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
