import { type HostConnection, sendToHost } from "./host-request.ts";
import { optionally } from "./remote-host.ts";

const logCharactersMax = 6_000;

/** What hosts and programs call a secret, and the forms of well-known tokens. Hosts hide only the secrets they know. */
const secretForms = [
  /\b(?:gh[a-z]_|github_pat_|glpat-|gldt-|npm_|sk-|xox[a-z]-|AKIA|ASIA)[\w-]{12,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w.-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=:\/\/)[^\s/@]{1,300}(?=@)/g,
  /(?<=\b(?:bearer|basic) {1,3})[\w.~+/=-]{8,}/gi,
  /(?<=\bauthorization["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"'][^\r\n"']{3,}/gi,
  /(?<=(?:password|passwd|passphrase|secret|token|(?:api|access|secret|private|account)[_-]?key)["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"',;]{4,}/gi,
];

/**
 * The end of the log of a job, without colors, times and secrets; empty if the host has none. Hosts may keep logs at
 * another address, which gets no credentials.
 */
export async function readJobLog(connection: HostConnection, path: string, signal: AbortSignal): Promise<string> {
  const request = { method: "GET", keepsEnd: true } as const;
  // Without the log, the rest of the report still counts.
  const read = (from: HostConnection, at: string) => optionally(sendToHost(from, { ...request, path: at }, signal));
  let reply = await read(connection, path);
  const location = reply?.headers.location;
  if (reply !== undefined && reply.status >= 300 && reply.status < 400 && typeof location === "string") {
    const target = URL.parse(location, connection.apiUrl + path);
    if (target === null || !/^https?:$/.test(target.protocol)) return "";
    const elsewhere = { ...connection, apiUrl: target.origin, credentials: {} };
    reply = await read(elsewhere, target.pathname + target.search);
  }
  const own = Object.values(connection.credentials).map((value) => value.replace(/^Bearer /, ""));
  return reply?.status === 200 ? tidyLog(reply.text, own) : "";
}

/** What follows the last error is the cleaning up of the runner. */
function tidyLog(text: string, known: readonly string[]): string {
  const lastError = text.lastIndexOf("##[error]");
  const end = lastError === -1 ? -1 : text.indexOf("\n", lastError);
  let log = (end === -1 ? text : text.slice(0, end))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colors of terminals start with one
    .replaceAll(/\u001b\[[\d;]*[A-Za-z]|section_(?:start|end):\d+:\S*\r?|\r/g, "")
    .replaceAll(/^\d{4}-\d\d-\d\dT[\d:.]+Z ?/gm, "");
  for (const secret of known) if (secret !== "") log = log.replaceAll(secret, "***");
  for (const pattern of secretForms) log = log.replaceAll(pattern, "***");
  return log.trim().slice(-logCharactersMax);
}
