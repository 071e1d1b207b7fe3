import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Brings the text at a web address, or says in words for an author why it cannot. */
export type FetchSpec = (address: string, signal: AbortSignal) => Promise<{ text: string } | { problem: string }>;

export interface RemoteSpec {
  /** What stands at the address now, or stood there when it was last brought; undefined when it never was. */
  text: string | undefined;
  /** Why it is not what stands there now. */
  problem: string | undefined;
}

export interface RemoteRequest {
  cacheFolder: string;
  /** Without it no connection is opened, and what was brought before is taken. */
  fetchSpec: FetchSpec | undefined;
  /** A copy that is younger is not asked for again. */
  freshSeconds: number;
  signal: AbortSignal;
}

/** More descriptions than this come from files of the project. */
const remoteMax = 20;
const keptFolder = "remote-specs";

/** API descriptions that stand elsewhere, by their addresses. A copy is kept: a server that is down costs no pages. */
export async function bringRemoteSpecs(
  addresses: Iterable<string>,
  request: RemoteRequest,
): Promise<Map<string, RemoteSpec>> {
  const asked = [...new Set(addresses)];
  if (asked.length === 0) return new Map();
  const folder = join(request.cacheFolder, keptFolder);
  await mkdir(folder, { recursive: true });
  const brought = await Promise.all(
    asked.map(async (address, index): Promise<[string, RemoteSpec]> => {
      if (index < remoteMax) return [address, await bring(address, join(folder, nameOf(address)), request)];
      return [address, { text: undefined, problem: `more than ${remoteMax} descriptions stand elsewhere` }];
    }),
  );
  await forgetOthers(folder, new Set(asked.map(nameOf)));
  return new Map(brought);
}

async function bring(address: string, file: string, request: RemoteRequest): Promise<RemoteSpec> {
  const { fetchSpec, freshSeconds, signal } = request;
  const keptAt = (await stat(file).catch(() => undefined))?.mtimeMs;
  const isFresh = keptAt !== undefined && Date.now() - keptAt < freshSeconds * 1_000;
  if (isFresh || fetchSpec === undefined) {
    const text = await readKept(file);
    if (text !== undefined || fetchSpec === undefined)
      return { text, problem: text === undefined ? "this build opens no connections" : undefined };
  }
  const reply = await fetchSpec(address, signal);
  if ("problem" in reply) return { text: await readKept(file), problem: reply.problem };
  // Whoever reads it at the same time sees the old copy or the new one.
  const part = `${file}.${process.pid}.${performance.now()}`;
  await writeFile(part, reply.text);
  await rename(part, file);
  return { text: reply.text, problem: undefined };
}

function readKept(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

/** Addresses that the project names no longer must not fill the disk. */
async function forgetOthers(folder: string, names: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!names.has(name.split(".")[0] ?? "")) await rm(join(folder, name), { force: true });
  }
}

function nameOf(address: string): string {
  return createHash("sha256").update(address).digest("hex").slice(0, 32);
}
