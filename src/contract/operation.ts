import type { Static, TObject, TSchema } from "typebox";

export type KeyKind = "admin" | "assistant";
export type Scope = "read" | "write";
/**
 * Roles of an organization's members: viewers read, editors also change the docs, admins also manage keys, members and
 * settings.
 */
export type Role = "viewer" | "editor" | "admin";

/** A fixed window that starts with the first request counted in it. */
export interface Limit {
  /** The policy's name in the RateLimit headers. Operations with the same limit share one counter. */
  name: string;
  by: "organization" | "project" | "address" | "visitor";
  max: number;
  windowSeconds: number;
}

/** One operation of the API. Routes, validation and the client are all derived from it. */
export interface Operation {
  method: "GET" | "POST";
  /** The path, with `{name}` for each parameter. */
  path: string;
  /**
   * `signature`: the caller has signed the body with a secret of the project. `visitor`: a reader, identified by the
   * origin of a published site. `session`: a person signed in to the dashboard. `guest`: a person who is about to sign
   * in. A session can also call operations for keys, as far as its role allows.
   */
  key: KeyKind | "signature" | "visitor" | "session" | "guest" | "none";
  /** The scope that an admin key needs. */
  scope?: Scope;
  /** For sessions: the minimum role in the organization. */
  role?: Role;
  query?: TObject;
  body?: TObject;
  /** Third-party programs call this operation and may send fields that it doesn't read. */
  ignoresUnknownFields?: true;
  /** The content types of a raw, non-JSON body. */
  upload?: readonly string[];
  reply: Reply;
  limits?: readonly Limit[];
  /** Wrong guesses delay further attempts, so the operation can return 429 even if it has no limits. */
  slowsGuesses?: true;
  /** The operation creates something, so it honors `Idempotency-Key`. */
  creates?: true;
  /** The operation is rejected if the state of the resource doesn't allow it. */
  hasStates?: true;
}

/** An operation of the public API. It is documented in OpenAPI, in the reference and in `lectern-docs/client`. */
export interface PublicOperation extends Operation {
  /** The operation's title in the reference. */
  summary: string;
  /** More about the operation, below its title in the reference. */
  about?: string;
  /** The example reply: its text, or the fields that differ from other examples of the same schema. */
  example?: string | Readonly<Record<string, unknown>>;
}

type Reply =
  | { status: 200 | 201 | 202; schema: TSchema; or?: { status: 200; schema: TSchema } }
  | { status: 200; contentType: "text/plain; charset=utf-8" }
  | { status: 200; contentType: "text/html; charset=utf-8"; headers: Readonly<Record<string, string>> }
  /** A file of any type. */
  | { status: 200; file: true }
  | { status: 204 }
  | { status: 200; contentType: "text/event-stream"; events: Readonly<Record<string, TSchema>> }
  | { status: 200; contentType: ChunkType; chunks: ChunkFormat };

type ChunkType = "application/json; charset=utf-8" | "text/csv; charset=utf-8" | "text/event-stream; charset=utf-8";

/** A stream in an external format, written piece by piece. */
export interface ChunkFormat {
  about: string;
  /** Sent unchanged; the name of a header tells the client the format. */
  headers: Readonly<Record<string, string>>;
  /** A no-op that may be sent between two pieces, so that proxies keep a silent stream open. */
  heartbeat: string;
  /** False for streams that aren't written by a language model. */
  isModel?: false;
}

/** A file that is sent unchanged, with headers that keep browsers from running it. */
export interface SentFile {
  bytes: Uint8Array;
  headers: Readonly<Record<string, string>>;
}

interface ChunkStream {
  headers: Readonly<Record<string, string>>;
  chunks: AsyncIterable<string>;
}

/** The same stream, possibly already complete. */
export interface SentChunks extends Omit<ChunkStream, "chunks"> {
  chunks: AsyncIterable<string> | string;
}

/**
 * Whether a body with an unknown field is refused, because a misspelled setting would otherwise seem to be saved. Chat
 * clients, published sites and git hosts send more than is read.
 */
export function refusesUnknownFields({ key, ignoresUnknownFields }: Operation): boolean {
  return ["admin", "session", "guest"].includes(key) && !ignoresUnknownFields;
}

/** The schema of the bodies that the server takes. */
export function bodySchema(operation: Operation): object | undefined {
  const { body } = operation;
  return body !== undefined && refusesUnknownFields(operation) ? closeSchema(body) : body;
}

interface ObjectSchema {
  properties?: Readonly<Record<string, ObjectSchema>>;
  additionalProperties?: unknown;
  items?: ObjectSchema;
  anyOf?: readonly ObjectSchema[];
}

/** The same schema without unknown fields, also in nested objects, unless an object says that it allows them. */
function closeSchema(schema: ObjectSchema): ObjectSchema {
  const { properties, additionalProperties = false, items, anyOf } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, closeSchema(field)]);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(fields), additionalProperties }),
    ...(items && { items: closeSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(closeSchema) }),
  };
}

export function isStream({ reply }: Pick<Operation, "reply">): boolean {
  return "events" in reply || "chunks" in reply;
}

type StaticOr<Schema> = Schema extends TSchema ? Static<Schema> : unknown;

type ParamName<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never;

export type Params<O extends Operation> = [ParamName<O["path"]>] extends [never]
  ? unknown
  : { [Name in ParamName<O["path"]>]: string };
export type Query<O extends Operation> = StaticOr<O["query"]>;
export type Body<O extends Operation> = StaticOr<O["body"]>;

/** The JSON of a successful reply, the text of a plain one, or the events or pieces of a stream. */
export type ReplyOf<O extends Operation> = O["reply"] extends { schema: infer Schema extends TSchema }
  ? Static<Schema>
  : O["reply"] extends { events: infer Events extends Record<string, TSchema> }
    ? AsyncIterable<EventOf<Events>>
    : O["reply"] extends { chunks: ChunkFormat }
      ? ChunkStream
      : O["reply"] extends { status: 204 }
        ? undefined
        : O["reply"] extends { file: true }
          ? SentFile
          : string;

export type EventOf<Events extends Record<string, TSchema>> = {
  [Name in keyof Events & string]: { id: number; event: Name; data: Static<Events[Name]> };
}[keyof Events & string];

export function pathParams(operation: Pick<Operation, "path">): string[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

/** The error statuses that an operation can return. Each one is documented in OpenAPI and tested. */
export function errorStatuses(operation: Operation): number[] {
  const { method, key, query, creates, hasStates, limits, slowsGuesses } = operation;
  const possible: readonly (readonly [status: number, isPossible: boolean])[] = [
    [400, query !== undefined || method === "POST" || pathParams(operation).length > 0],
    [401, key !== "none"],
    [403, key !== "none" && key !== "signature"],
    [404, pathParams(operation).length > 0],
    [409, creates === true || hasStates === true],
    [413, method === "POST"],
    [415, method === "POST"],
    [429, limits !== undefined || slowsGuesses === true || isStream(operation)],
    [500, true],
    [503, true],
  ];
  return possible.filter(([, isPossible]) => isPossible).map(([status]) => status);
}
