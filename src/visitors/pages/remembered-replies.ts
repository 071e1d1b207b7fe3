import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";

export interface SentFile {
  file: ServedFile;
  /** The file's path in the artifact. */
  path: string;
  /** The headers, except those that only a response with a body has. */
  headers: Readonly<Record<string, string | number>>;
}

interface RememberedReply {
  /** The database version when the site was last looked up. */
  version: number | undefined;
  published: PublishedArtifact;
  file: ServedFile;
  path: string;
  /**
   * Alternating header names and values, for a response without and with a body. The first header is the request ID.
   */
  headers: readonly string[];
  headersWithBody: readonly string[];
}

export interface RememberedReplies {
  /** Undefined if the database has no version. */
  readVersion(): number | undefined;
  /** Answers a request if nothing was written since its site was looked up; returns false otherwise. */
  sendCurrent(read: Read): boolean;
  /** Answers a request with a remembered reply of a site that was looked up at this version. */
  sendFor(read: Read, published: PublishedArtifact, version: number | undefined): boolean;
  keep(read: Read, published: PublishedArtifact, sent: SentFile, version: number | undefined): void;
}

export interface Read {
  request: IncomingMessage;
  response: ServerResponse;
  /** Everything the reply depends on besides the site; undefined if the request isn't a plain read. */
  name: string | undefined;
  id: string;
}

/** Called after a file was sent, or the browser was told that its copy is current. */
export type OnSent = (
  request: IncomingMessage,
  published: PublishedArtifact,
  sent: Pick<SentFile, "path"> & { file: Pick<ServedFile, "type"> },
) => void;

const repliesMax = 2_000;
const nameLengthMax = 1_000;

/**
 * An artifact never changes, so its replies don't either. Only the choice of the published artifact can change. On
 * SQLite, no query is needed to know that it hasn't changed: any commit by any process changes the database version.
 */
export function rememberReplies(readVersion: (() => number) | undefined, onSent?: OnSent): RememberedReplies {
  const replies = new LRUCache<string, RememberedReply>({ max: repliesMax });
  const send = (known: RememberedReply, read: Read) => {
    const isSent = sendReply(known, read);
    if (isSent) onSent?.(read.request, known.published, known);
    return isSent;
  };
  return {
    readVersion: () => readVersion?.(),
    sendCurrent(read) {
      const known = read.name === undefined || readVersion === undefined ? undefined : replies.get(read.name);
      return known !== undefined && known.version === readVersion?.() && send(known, read);
    },
    sendFor(read, published, version) {
      const name = nameFor(read, published);
      const known = name === undefined ? undefined : replies.get(name);
      if (known === undefined || !isSame(known.published, published)) {
        return false;
      }
      known.version = version;
      return send(known, read);
    },
    keep(read, published, { file, path, headers }, version) {
      const name = nameFor(read, published);
      if (name === undefined || file.inMemory() === undefined) {
        return;
      }
      const plain = ["x-request-id", "", ...Object.entries(headers).flat().map(String)];
      const headersWithBody = [...plain, "accept-ranges", "bytes", "content-length", String(file.size)];
      replies.set(name, { version, published, file, path, headers: plain, headersWithBody });
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

/**
 * A private site's replies are remembered by artifact, which differs between readers. `sendCurrent` never finds them,
 * so the gate has always decided before they are sent.
 */
function nameFor({ name }: Read, { audience, artifact }: PublishedArtifact): string | undefined {
  return name === undefined || audience === undefined ? name : `${name}\n${audience === "public"}\n${artifact}`;
}

/** Sends the remembered reply. Returns false if the file's bytes are no longer in memory. */
function sendReply(
  { file, headers, headersWithBody }: RememberedReply,
  { request, response, id }: Pick<Read, "request" | "response" | "id">,
): boolean {
  if (request.headers["if-none-match"]?.includes(`"${file.hash}"`)) {
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
  const names = ["artifact", "subdomain", "projectId", "authorCode", "isUnlisted"] as const;
  return names.every((name) => one[name] === other[name]);
}
