import { createHash } from "node:crypto";

/** A file of ours that a page loads. Its address holds its hash, so it may be cached for ever. */
export interface SiteAsset {
  path: string;
  type: string;
  bytes: Buffer;
}

const hashDigits = 12;

export function hashedAsset(name: string, content: string | Buffer, type: string): SiteAsset {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, hashDigits);
  return { path: `_lectern/${hash}/${name}`, type, bytes: Buffer.from(content) };
}
