import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { newToken } from "../../platform/tokens.ts";
import type { ReaderMethod } from "../../projects/access/access.ts";
import { hostUrl } from "../../projects/sites/site-url.ts";
import { insertCode } from "../code-store.ts";
import { boundReader, type Reader } from "../reader.ts";
import { signInPath } from "../reader-paths.ts";

/** The site that a reader came from, and where they go back to. */
export interface Origin {
  projectId: string;
  /** Without a port. */
  host: string;
  /** The hash of the value in the cookie that the browser has on the site's host. */
  browser: string;
  redirect: string;
  method: ReaderMethod;
}

const codeMilliseconds = 60_000;

/** The address on the site that signs the reader in, once and in the browser that began. */
export async function issueCode(
  { database, clock, url }: { database: Database; clock: Clock; url: string },
  { projectId, host, browser, redirect, method }: Origin,
  reader: Reader,
): Promise<string> {
  const code = newToken();
  const expiresAt = clock.now() + codeMilliseconds;
  const content = { reader: boundReader(reader), redirect };
  await database.transaction((tx) => insertCode(tx, { code, browser, projectId, method, expiresAt, content }));
  return `${hostUrl(url, host)}${signInPath}/callback?code=${code}`;
}
