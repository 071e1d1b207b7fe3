import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { repeatHead, type WriteHead } from "./repeat-head.ts";

export interface SentFile {
  file: ServedFile;
  /** The file's path in the artifact. */
  path: string;
  /** The headers, except those that only a response with a body has. */
  headers: Readonly<Record<string, string | number>>;
}

/** What the sender of a request may see. */
interface Admitted {
  published: PublishedArtifact;
  /** Whether time hasn't changed the decision. Writes may have, and are checked separately. Always true if left out. */
  isValid?: (() => boolean) | undefined;
  /** The database version before the decision. */
  version: number | undefined;
}

interface RememberedReply {
  /** Shared by the replies of a host, so that one lookup confirms them all. */
  admitted: Admitted;
  file: ServedFile;
  path: string;
  /** Alternating header names and values of a response without a body, except the request ID. */
  headers: readonly string[];
  writeHeadWithBody: WriteHead;
}

export interface RememberedReplies {
  /** Undefined if the database has no version. */
  readVersion(): number | undefined;
  /** Answers a request if nothing was written since its sender was last admitted; returns false otherwise. */
  sendCurrent(read: Read): boolean;
  /** Answers the request of a sender who has been admitted. */
  sendFor(read: Read, admitted: Admitted): boolean;
  keep(read: Read, admitted: Admitted, sent: SentFile): void;
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
const sendersMax = 2_000;
const nameLengthMax = 1_000;
const senderLengthMax = 2_000;

/**
 * An artifact never changes, so its replies don't either. Only the choice of the published artifact can change. On
 * SQLite, no query is needed to know that it hasn't changed: any commit by any process changes the database version.
 */
export function rememberReplies(readVersion: (() => number) | undefined, onSent?: OnSent): RememberedReplies {
  const replies = new LRUCache<string, RememberedReply>({ max: repliesMax });
  const senders = new LRUCache<string, Admitted>({ max: sendersMax });
  const send = (known: RememberedReply, { published }: Admitted, read: Read) => {
    const isSent = sendReply(known, read);
    if (isSent) onSent?.(read.request, published, known);
    return isSent;
  };
  /** The decision for this sender, which is the one from before if it is still the same. */
  const admit = (read: Read, admitted: Admitted): Admitted => {
    const sender = senderOf(read, admitted.published.audience !== undefined);
    const before = senders.get(sender);
    if (before !== undefined && isSame(before.published, admitted.published)) return Object.assign(before, admitted);
    if (readVersion !== undefined && sender.length <= senderLengthMax) senders.set(sender, admitted);
    return admitted;
  };
  const findReply = (read: Read, { published }: Admitted) => {
    const known = replies.get(nameFor(read, published) ?? "");
    return known !== undefined && isSame(known.admitted.published, published) ? known : undefined;
  };
  return {
    readVersion: () => readVersion?.(),
    sendCurrent(read) {
      if (read.name === undefined || readVersion === undefined) return false;
      const open = replies.get(read.name);
      if (open !== undefined && open.admitted.version === readVersion()) return send(open, open.admitted, read);
      const admitted = senders.get(senderOf(read, true));
      if (admitted?.version !== readVersion() || admitted.isValid?.() === false) return false;
      const known = findReply(read, admitted);
      return known !== undefined && send(known, admitted, read);
    },
    sendFor(read, decision) {
      const admitted = admit(read, decision);
      const known = findReply(read, admitted);
      if (known === undefined) return false;
      known.admitted = admitted;
      return send(known, admitted, read);
    },
    keep(read, decision, { file, path, headers }) {
      const name = nameFor(read, decision.published);
      if (name === undefined || file.inMemory() === undefined) return;
      const plain = Object.entries(headers).flat().map(String);
      const writeHeadWithBody = repeatHead([...plain, "accept-ranges", "bytes", "content-length", String(file.size)]);
      replies.set(name, { admitted: admit(read, decision), file, path, headers: plain, writeHeadWithBody });
    },
  };
}

/** What the gate's decision depends on, besides the database and the time: the host, and on a private site the cookies. */
function senderOf({ request: { headers } }: Read, isPrivate: boolean): string {
  return isPrivate ? `${headers.host}\n${headers.cookie ?? ""}` : `${headers.host}`;
}

export function nameOfRead({ method, url = "/", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" || headers.range !== undefined || url.includes("?")) {
    return undefined;
  }
  const name = `${headers.host}\n${url}\n${headers.accept}\n${headers["accept-encoding"]}`;
  return name.length <= nameLengthMax ? name : undefined;
}

/**
 * A private site's replies are remembered by artifact, which differs between readers. So they are only found for a
 * reader for whom the gate has chosen this artifact.
 */
function nameFor({ name }: Read, { audience, artifact }: PublishedArtifact): string | undefined {
  return name === undefined || audience === undefined ? name : `${name}\n${audience === "public"}\n${artifact}`;
}

/** Sends the remembered reply. Returns false if the file's bytes are no longer in memory. */
function sendReply(
  { file, headers, writeHeadWithBody }: RememberedReply,
  { request, response, id }: Pick<Read, "request" | "response" | "id">,
): boolean {
  if (request.headers["if-none-match"]?.includes(`"${file.hash}"`)) {
    response.writeHead(304, ["x-request-id", id, ...headers]);
    response.end();
    return true;
  }
  const bytes = file.inMemory();
  if (bytes === undefined) {
    return false;
  }
  writeHeadWithBody(response, id);
  response.end(bytes);
  return true;
}

function isSame(one: PublishedArtifact, other: PublishedArtifact): boolean {
  const names = ["artifact", "subdomain", "projectId", "authorCode", "isUnlisted"] as const;
  return names.every((name) => one[name] === other[name]);
}
