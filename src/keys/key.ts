import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { KeyKind } from "../contract/operation.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checksumLength = 6;
const hintLength = 4;

const prefixes: Readonly<Record<KeyKind, string>> = { admin: "svc_", assistant: "svc_dsc_" };
const pattern = new RegExp(`^(svc_dsc_|svc_)([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);

/** A new secret: its kind can be read off it, and its checksum tells a real key from a look-alike without asking us. */
export function generateKey(kind: KeyKind): string {
  let text = prefixes[kind];
  for (let i = 0; i < secretLength; i++) {
    text += alphabet.charAt(randomInt(alphabet.length));
  }
  return text + checksum(text);
}

/** The kind of a well-formed key; `undefined` for anything else. `svc_dsc_` also begins with `svc_`, so length decides. */
export function keyKind(text: string): KeyKind | undefined {
  const match = pattern.exec(text);
  if (match === null || checksum(text.slice(0, -checksumLength)) !== match[3]) {
    return undefined;
  }
  return match[1] === prefixes.assistant ? "assistant" : "admin";
}

export function hashKey(text: string): string {
  return hash("sha256", text, "base64url");
}

/** What a list may show of a key: enough to recognise it, too little to use it. */
export function keyHint(text: string): string {
  const kind = keyKind(text);
  return kind === undefined ? "" : `${text.slice(0, prefixes[kind].length + hintLength)}…${text.slice(-hintLength)}`;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let encoded = "";
  for (let i = 0; i < checksumLength; i++) {
    encoded = alphabet.charAt(rest % alphabet.length) + encoded;
    rest = Math.floor(rest / alphabet.length);
  }
  return encoded;
}
