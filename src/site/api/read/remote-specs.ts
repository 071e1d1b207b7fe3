import { join } from "node:path";
import { type FetchFile, fetchOrReuse, removeOtherCopies } from "./fetch-or-reuse.ts";

/** Fetches the text at a web address. If that fails, returns the reason, worded for the author. */
export type FetchSpec = (address: string, signal: AbortSignal) => Promise<{ text: string } | { problem: string }>;

/** Finds the text of a description that an earlier build used. */
export type RecallSpec = (address: string) => Promise<string | undefined>;

export interface RemoteSpec {
  /** The current text or the last copy; undefined if the text was never fetched. */
  text: string | undefined;
  /** Why the current text could not be fetched. */
  problem: string | undefined;
}

export interface RemoteRequest {
  cacheFolder: string;
  /** Undefined if the build must not open connections and may only use existing copies. */
  fetchSpec?: FetchSpec | undefined;
  /** A copy younger than this is used as is. */
  remoteFreshSeconds: number;
  /** Finds the text that the published site was built with. Used if this worker has no copy. */
  recallSpec?: RecallSpec | undefined;
  signal: AbortSignal;
}

const remoteMax = 20;
const copiesFolder = "remote-specs";

/** API descriptions on other servers, by address. Copies are kept, so no pages are lost while a server is down. */
export async function fetchRemoteSpecs(
  addresses: ReadonlySet<string>,
  { cacheFolder, fetchSpec, remoteFreshSeconds: freshSeconds, recallSpec, signal }: RemoteRequest,
): Promise<Map<string, RemoteSpec>> {
  if (addresses.size === 0) return new Map();
  const fetchFile: FetchFile | undefined =
    fetchSpec &&
    (async (address) => {
      const reply = await fetchSpec(address, signal);
      return "problem" in reply ? reply : { bytes: Buffer.from(reply.text) };
    });
  const folder = join(cacheFolder, copiesFolder);
  const fetched = await Promise.all(
    [...addresses].map(async (address, index): Promise<[string, RemoteSpec]> => {
      if (index >= remoteMax)
        return [address, { text: undefined, problem: `the project names more than ${remoteMax} remote descriptions` }];
      const { bytes, problem } = await fetchOrReuse(address, { folder, fetchFile, freshSeconds, signal });
      return [address, { text: bytes?.toString() ?? (await recallSpec?.(address)), problem }];
    }),
  );
  await removeOtherCopies(folder, addresses);
  return new Map(fetched);
}
