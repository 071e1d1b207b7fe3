import { createHash } from "node:crypto";
import type { SiteFile } from "../shared/site-file.ts";

export const markdownType = "text/markdown; charset=utf-8";
export const plainType = "text/plain; charset=utf-8";
export const xmlType = "application/xml; charset=utf-8";
export const feedType = "application/rss+xml; charset=utf-8";
export const jsonType = "application/json; charset=utf-8";

/** A small file that every build writes anew. */
export function textFile(path: string, type: string, text: string): SiteFile {
  const bytes = Buffer.from(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path, type, sha256, byteLength: bytes.length, load: async () => ({ bytes }) };
}
