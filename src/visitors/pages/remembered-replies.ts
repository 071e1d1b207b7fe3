import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";

/** A page that was found and sent. */
export interface SentFile {
  file: ServedFile;
  /** Without those that only a reply with a body has. */
  headers: Readonly<Record<string, string | number>>;
}

/** What a site has answered, for readers who ask for the same in the same words. */
interface RememberedReply {
  /** What the database stood at when the site was last looked up. */
  version: number | undefined;
  published: PublishedArtifact;
  file: ServedFile;
  /** Names and values in turn, as they go out without a body and with one. The first is the id of the request. */
  headers: readonly string[];
  headersWithBody: readonly string[];
}

export interface RememberedReplies {
  /** What the database stands at; undefined where that cannot be told. */
  readVersion(): number | undefined;
  /** Answers a request if nothing was written since its site was looked up; else it is false. */
  sendCurrent(read: Read): boolean;
  /** The same for a site that was looked up just now, at this version. */
  sendFor(read: Read, published: PublishedArtifact, version: number | undefined): boolean;
  keep(read: Read, published: PublishedArtifact, sent: SentFile, version: number | undefined): void;
}

export interface Read {
  request: IncomingMessage;
  response: ServerResponse;
  /** Everything that its reply depends on beside the site; undefined if it is no plain read. */
  name: string | undefined;
  id: string;
}

const repliesMax = 2_000;
const nameLengthMax = 1_000;

/**
 * An artifact never changes, so neither does what it answers; only which one is published does. On SQLite that is known
 * without a query for as long as the version of the database stands still: any commit of any process changes it.
 */
export function rememberReplies(readVersion: (() => number) | undefined): RememberedReplies {
  const replies = new LRUCache<string, RememberedReply>({ max: repliesMax });
  return {
    readVersion: () => readVersion?.(),
    sendCurrent(read) {
      const known = read.name === undefined || readVersion === undefined ? undefined : replies.get(read.name);
      return known !== undefined && known.version === readVersion?.() && send(known, read);
    },
    sendFor(read, published, version) {
      const known = read.name === undefined ? undefined : replies.get(read.name);
      if (known === undefined || !isSame(known.published, published)) {
        return false;
      }
      known.version = version;
      return send(known, read);
    },
    keep({ name }, published, { file, headers }, version) {
      if (name === undefined || file.inMemory() === undefined) {
        return;
      }
      const plain = ["x-request-id", "", ...Object.entries(headers).flat().map(String)];
      const headersWithBody = [...plain, "accept-ranges", "bytes", "content-length", String(file.size)];
      replies.set(name, { version, published, file, headers: plain, headersWithBody });
    },
  };
}

export function nameOfRead({ method, url = "/", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" || headers.range !== undefined || url.includes("?")) {
    return undefined;
  }
  const name = `${headers.host}\n${url}\n${headers.accept}\n${headers["accept-encoding"]}`;
  return name.length <= nameLengthMax ? name : undefined;
}

/** False when the bytes are not in memory any more. */
function send(
  { file, headers, headersWithBody }: RememberedReply,
  { request, response, id }: Pick<Read, "request" | "response" | "id">,
): boolean {
  if (request.headers["if-none-match"]?.includes(file.hash)) {
    response.writeHead(304, withId(headers, id));
    response.end();
    return true;
  }
  const bytes = file.inMemory();
  if (bytes === undefined) {
    return false;
  }
  response.writeHead(200, withId(headersWithBody, id));
  response.end(bytes);
  return true;
}

function withId(headers: readonly string[], id: string): string[] {
  const own = headers.slice();
  own[1] = id;
  return own;
}

function isSame(one: PublishedArtifact, other: PublishedArtifact): boolean {
  return one.artifact === other.artifact && one.subdomain === other.subdomain && one.projectId === other.projectId;
}
