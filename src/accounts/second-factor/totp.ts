import { createHmac, timingSafeEqual } from "node:crypto";

/** One-time codes as in RFC 6238, with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, "0");
}

const digits = 6;
const stepMilliseconds = 30_000;
/** By how many steps the clocks of phone and server may differ. */
const toleratedSteps = [0, -1, 1];

/** The time step that a code belongs to; undefined if it is wrong. */
export function findStep(secret: Buffer, code: string, now: number): number | undefined {
  const current = Math.floor(now / stepMilliseconds);
  const given = Buffer.from(code);
  return toleratedSteps
    .map((difference) => current + difference)
    .find((step) => given.length === digits && timingSafeEqual(given, Buffer.from(codeAt(secret, step))));
}

/** The content of the QR code that authenticator apps scan. */
export function authenticatorUri({ issuer, account, secret }: { issuer: string; account: string; secret: Buffer }) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** As in RFC 4648, without padding. The bytes must fill whole groups of five. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((group) => alphabet.charAt(Number.parseInt(group, 2))).join("");
}
