import type { Static, TObject, TSchema } from "typebox";

export type KeyKind = "admin" | "assistant";
export type Scope = "read" | "write";
/** What a member of an organization may do: read; also change the docs; also keys, members and settings. */
export type Role = "viewer" | "editor" | "admin";

/** A fixed window that starts with the first request counted in it. */
export interface Limit {
  /** The policy's name in the RateLimit headers. Operations that name the same limit share one counter. */
  name: string;
  by: "organization" | "project" | "address" | "visitor";
  max: number;
  windowSeconds: number;
}

/** One operation of the API: routes, validation, OpenAPI, the reference and the client are all made from this. */
export interface Operation {
  method: "GET" | "POST";
  /** With `{name}` where a parameter stands. */
  path: string;
  /** Its title in the reference. */
  summary: string;
  /** What the title leaves open. */
  about?: string;
  /**
   * `signature`: whoever calls has signed the body with a secret of the project. `visitor`: a reader, whom the origin of a
   * published site speaks for. `session`: a person who has signed in to the dashboard; `guest`: one who is about to. A
   * session also opens what keys open, as far as the role goes.
   */
  key: KeyKind | "signature" | "visitor" | "session" | "guest" | "none";
  /** Admin keys only. */
  scope?: Scope;
  /** Sessions only: what a member must be, at least, in the organization that it is about. */
  role?: Role;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  /** The content types of a body that is no JSON and is taken as it comes. */
  upload?: readonly string[];
  reply: Reply;
  limits?: readonly Limit[];
  /** It makes something new, so it honours `Idempotency-Key`. */
  creates?: true;
  /** It is refused where the state of the resource does not allow it. */
  hasStates?: true;
}

export type Reply =
  | { status: 200 | 201 | 202; schema: TSchema; or?: { status: 200; schema: TSchema } }
  | { status: 200; contentType: "text/plain; charset=utf-8" }
  | { status: 204 }
  | { status: 200; contentType: "text/event-stream"; events: Readonly<Record<string, TSchema>> }
  | { status: 200; contentType: ChunkType; chunks: ChunkFormat };

type ChunkType = "application/json; charset=utf-8" | "text/event-stream; charset=utf-8";

/** A stream in a format that is not ours, written piece by piece as it is made. */
export interface ChunkFormat {
  about: string;
  /** Goes out as it is, and its name is the client's way to tell the format. */
  headers: Readonly<Record<string, string>>;
  /** What may stand between two pieces and means nothing: proxies then keep a silent stream open. */
  heartbeat: string;
}

export interface ChunkStream {
  headers: Readonly<Record<string, string>>;
  chunks: AsyncIterable<string>;
}

/** The same as it is made: whole where all of it is known. */
export interface SentChunks extends Omit<ChunkStream, "chunks"> {
  chunks: AsyncIterable<string> | string;
}

export function isStream({ reply }: Pick<Operation, "reply">): boolean {
  return "events" in reply || "chunks" in reply;
}

type StaticOr<Schema> = Schema extends TSchema ? Static<Schema> : unknown;

export type Params<O extends Operation> = StaticOr<O["params"]>;
export type Query<O extends Operation> = StaticOr<O["query"]>;
export type Body<O extends Operation> = StaticOr<O["body"]>;

/** The JSON of a success, the text of a plain one, or the events or pieces of a stream. */
export type ReplyOf<O extends Operation> = O["reply"] extends { schema: infer Schema extends TSchema }
  ? Static<Schema>
  : O["reply"] extends { events: infer Events extends Record<string, TSchema> }
    ? AsyncIterable<EventOf<Events>>
    : O["reply"] extends { chunks: ChunkFormat }
      ? ChunkStream
      : O["reply"] extends { status: 204 }
        ? undefined
        : string;

export type EventOf<Events extends Record<string, TSchema>> = {
  [Name in keyof Events & string]: { id: number; event: Name; data: Static<Events[Name]> };
}[keyof Events & string];

export function pathParams(operation: Pick<Operation, "path">): string[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

/** The statuses an operation can answer with beside its success; each is written down in OpenAPI and tested. */
export function errorStatuses(operation: Operation): number[] {
  const statuses = new Set<number>([500, 503]);
  if (operation.key !== "none") {
    statuses.add(401);
  }
  if (operation.key !== "none" && operation.key !== "signature") {
    statuses.add(403);
  }
  if (operation.query !== undefined || operation.method === "POST") {
    statuses.add(400);
  }
  if (operation.params !== undefined) {
    statuses.add(404);
  }
  if (operation.method === "POST") {
    statuses.add(413).add(415);
  }
  if (operation.creates || operation.hasStates) {
    statuses.add(409);
  }
  if (operation.limits !== undefined || isStream(operation)) {
    statuses.add(429);
  }
  return [...statuses].sort((a, b) => a - b);
}
