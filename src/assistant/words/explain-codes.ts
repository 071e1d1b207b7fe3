import type { Vocabulary } from "./vocabulary.ts";

/** What operating systems call an error, and what documentation says about it. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EADDRINUSE: "port in use",
  EAI_AGAIN: "DNS lookup failed",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed",
  EEXIST: "file already exists",
  EMFILE: "too many open files",
  ENOENT: "file not found",
  ENOMEM: "out of memory",
  ENOSPC: "no space left on disk",
  ENOTFOUND: "host not found",
  EPERM: "permission denied",
  ETIMEDOUT: "timeout",
};
/** With the system call in front of it and the system's own words after it. */
const coded =
  /(?:\b(?:listen|connect|open|read|write|mkdir|unlink|rename|spawn) )?\b(E[A-Z_]{4,12})\b(?:: [a-z][a-z ]{0,60})?/g;

/** Puts codes of errors in plain words if the pages don't have the code itself. */
export function explainCodes(vocabulary: Vocabulary, text: string): string {
  return text.replaceAll(coded, (whole, code: string) => {
    const meaning = meanings[code];
    return meaning === undefined || vocabulary.shareOf(code) > 0 ? whole : meaning;
  });
}
