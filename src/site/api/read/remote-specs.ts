import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Fetches the text at a web address, or says why it can't in words for the author. */
export type FetchSpec = (address: string, signal: AbortSignal) => Promise<{ text: string } | { problem: string }>;

export interface RemoteSpec {
  /** The current text or the last copy; undefined when it was never fetched. */
  text: string | undefined;
  /** Why the current text could not be fetched. */
  problem: string | undefined;
}

interface RemoteRequest {
  cacheFolder: string;
  /** Without it no connection is opened and only existing copies are used. */
  fetchSpec: FetchSpec | undefined;
  /** A copy younger than this is used as is. */
  freshSeconds: number;
  signal: AbortSignal;
}

const remoteMax = 20;
const copiesFolder = "remote-specs";

/** API descriptions on other servers, by address. Copies are kept, so a server that is down costs no pages. */
export async function fetchRemoteSpecs(
  addresses: ReadonlySet<string>,
  request: RemoteRequest,
): Promise<Map<string, RemoteSpec>> {
  if (addresses.size === 0) return new Map();
  const folder = join(request.cacheFolder, copiesFolder);
  await mkdir(folder, { recursive: true });
  const fetched = await Promise.all(
    [...addresses].map(async (address, index): Promise<[string, RemoteSpec]> => {
      if (index < remoteMax) return [address, await fetchOrReuse(address, join(folder, nameOf(address)), request)];
      return [address, { text: undefined, problem: `the project names more than ${remoteMax} remote descriptions` }];
    }),
  );
  await removeOthers(folder, new Set([...addresses].map(nameOf)));
  return new Map(fetched);
}

async function fetchOrReuse(address: string, file: string, request: RemoteRequest): Promise<RemoteSpec> {
  const { fetchSpec, freshSeconds, signal } = request;
  const copiedAt = (await stat(file).catch(() => undefined))?.mtimeMs;
  const isFresh = copiedAt !== undefined && Date.now() - copiedAt < freshSeconds * 1_000;
  if (isFresh || fetchSpec === undefined) {
    const text = await readCopy(file);
    if (text !== undefined || fetchSpec === undefined)
      return { text, problem: text === undefined ? "this build makes no network requests" : undefined };
  }
  const reply = await fetchSpec(address, signal);
  if ("problem" in reply) return { text: await readCopy(file), problem: reply.problem };
  // Written aside and renamed, so that a concurrent build reads the old copy or the new one.
  const part = `${file}.${process.pid}.${performance.now()}`;
  await writeFile(part, reply.text);
  await rename(part, file);
  return { text: reply.text, problem: undefined };
}

function readCopy(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

/** Removes copies of addresses the project no longer names. */
async function removeOthers(folder: string, names: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!names.has(name.split(".")[0] ?? "")) await rm(join(folder, name), { force: true });
  }
}

function nameOf(address: string): string {
  return createHash("sha256").update(address).digest("hex").slice(0, 32);
}
