import { hash } from "node:crypto";

const namespacePattern = /^[a-z0-9_-]{1,64}$/;
const hashPattern = /^[0-9a-f]{64}$/;

/** What a key refers to. Objects of the kind `other` are garbage. */
export type KeyMeaning =
  | { kind: "blob"; hash: string }
  | { kind: "manifest" | "youngMark"; digest: string }
  | { kind: "other" };

export function sha256(bytes: Uint8Array): string {
  return hash("sha256", bytes);
}

export function isHash(text: string): boolean {
  return hashPattern.test(text);
}

/** Each project has its own namespace. Objects in one namespace can't be read or removed through another. */
export function namespacePrefix(namespace: string): string {
  if (!namespacePattern.test(namespace)) {
    throw new RangeError(`${JSON.stringify(namespace)} is not a valid artifact namespace.`);
  }
  return `${namespace}/`;
}

export function blobKey(namespace: string, hash: string): string {
  // The first two digits spread the files over many folders.
  return `${namespacePrefix(namespace)}blobs/${asHash(hash).slice(0, 2)}/${hash}`;
}

export function manifestsPrefix(namespace: string): string {
  return `${namespacePrefix(namespace)}manifests/`;
}

export function manifestKey(namespace: string, digest: string): string {
  return manifestsPrefix(namespace) + asHash(digest);
}

/** The age of this object counts as the age of an artifact that was published again. */
export function youngMarkKey(namespace: string, digest: string): string {
  return `${namespacePrefix(namespace)}young/${asHash(digest)}`;
}

export function holdsPrefix(namespace: string): string {
  return `${namespacePrefix(namespace)}holds/`;
}

export function keyMeaning(key: string): KeyMeaning {
  const [, folder, ...rest] = key.split("/");
  const name = rest.at(-1) ?? "";
  if (folder === "blobs" && rest.length === 2 && isHash(name)) {
    return { kind: "blob", hash: name };
  }
  if (folder === "manifests" && rest.length === 1 && isHash(name)) {
    return { kind: "manifest", digest: name };
  }
  if (folder === "young" && rest.length === 1 && isHash(name)) {
    return { kind: "youngMark", digest: name };
  }
  return { kind: "other" };
}

function asHash(text: string): string {
  if (!isHash(text)) {
    throw new RangeError(`${JSON.stringify(text)} is not a SHA-256 hash in hexadecimal.`);
  }
  return text;
}

/** Health checks write objects here and remove them again. */
export const probesPrefix = "readiness/";
