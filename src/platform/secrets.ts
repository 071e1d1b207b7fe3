import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "./errors.ts";
import { makePrivateFolder } from "./private-folder.ts";

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const keyNameLength = 8;

/**
 * Encrypts secrets before they are stored: git host tokens, webhook secrets, secrets of authenticator apps. Texts that
 * leave the server, such as cookies, have a purpose, and open only for the same one.
 */
export interface Secrets {
  seal(text: string, purpose?: string): string;
  open(sealed: string, purpose?: string): string;
  /** Whether the text was sealed with an older key and should be sealed again. */
  isOld(sealed: string): boolean;
  /** Signing keys, one set per purpose: the first one signs, all of them verify. */
  signingKeys(purpose: string): readonly Buffer[];
}

/**
 * Keys come from LECTERN_SECRET_KEYS, newest first: the first one seals, all of them open. Without the setting a key is
 * created in the data folder, readable by its owner only.
 */
export function openSecrets(settings: { keys: readonly string[]; dataFolder: string }): Secrets {
  const texts = settings.keys.length > 0 ? settings.keys : [keyOfDataFolder(settings.dataFolder)];
  const keys = texts.map((text) => {
    const bytes = keyBytesOf(text);
    return { bytes, name: nameOf(bytes) };
  });
  const [newest] = keys;
  if (newest === undefined) {
    throw new Error("No key to encrypt secrets with.");
  }
  return {
    seal(text, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, keyFor(newest.bytes, purpose), nonce);
      const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${newest.name}.${sealed.toString("base64url")}`;
    },
    open(sealed, purpose) {
      const [name, body = ""] = sealed.split(".", 2);
      const key = keys.find((candidate) => candidate.name === name);
      if (key === undefined) {
        throw new AppError("internal", "A stored secret was encrypted with a key that isn't in LECTERN_SECRET_KEYS.");
      }
      const bytes = Buffer.from(body, "base64url");
      const decipher = createDecipheriv(algorithm, keyFor(key.bytes, purpose), bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
    },
    isOld: (sealed) => !sealed.startsWith(`${newest.name}.`),
    signingKeys: (purpose) => keys.map(({ bytes }) => createHmac("sha256", bytes).update(`sign:${purpose}`).digest()),
  };
}

/** The name of a key. It isn't secret: it is part of every text that the key has sealed. */
export function secretKeyName(text: string): string {
  return nameOf(keyBytesOf(text));
}

function keyBytesOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function keyFor(key: Buffer, purpose: string | undefined): Buffer {
  return purpose === undefined ? key : Buffer.from(hkdfSync("sha256", key, "", `seal:${purpose}`, keyBytes));
}

function nameOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, keyNameLength);
}

export function secretKeyPath(dataFolder: string): string {
  return join(dataFolder, "secret.key");
}

function keyOfDataFolder(dataFolder: string): string {
  const path = secretKeyPath(dataFolder);
  makePrivateFolder(dataFolder);
  try {
    // Exclusive: if two processes start together, one writes the key and both read it.
    writeFileSync(path, randomBytes(keyBytes).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) {
      throw error;
    }
  }
  const text = readFileSync(path, "utf8");
  if (text.length < keyBytes) {
    throw new AppError("internal", "The file secret.key in the data folder is damaged; restore it from a backup.");
  }
  return text;
}
