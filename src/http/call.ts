import type {
  Body,
  ChunkFormat,
  KeyKind,
  Operation,
  Params,
  Query,
  ReplyOf,
  Role,
  Scope,
  SentChunks,
} from "../contract/operation.ts";
import type { Transaction } from "../platform/db/database.ts";

/** The caller, as established by the key or session on the request. */
export interface Principal {
  kind: KeyKind;
  /** The session's ID if the caller signed in. */
  keyId: string;
  /** Empty if the request concerns no organization. */
  organizationId: string;
  /** Set for assistant keys, which belong to one project. */
  projectId: string | null;
  scopes: readonly Scope[];
  /** Set for visitors of a published site, who have no key. */
  visitor?: Visitor;
  user?: SignedInUser;
}

/** A visitor of a published site. */
export interface Visitor {
  /** A hash that changes every day. */
  id: string;
  site: { projectId: string; subdomain: string; artifact: string };
  /** The origin of the page that sent the request, which is the site's own. */
  origin: string;
  /** True if the browser asks not to be tracked. */
  isPrivate: boolean;
  /** The country, as two letters; empty if no proxy says so. */
  country: string;
}

interface SignedInUser {
  id: string;
  name: string;
  email: string;
  /** Empty if the person sent a personal access token instead. */
  sessionId: string;
  /** The personal access token in the request, if any. It may work in one organization only. */
  token?: { id: string; name: string; organizationId: string | null };
  /** The role in the project that the request concerns, otherwise in the organization; null if it concerns neither. */
  role: Role | null;
}

type PrincipalOf<O extends Operation> = O["key"] extends "none" | "guest"
  ? undefined
  : O["key"] extends "session"
    ? Principal & { user: SignedInUser }
    : Principal;

/** A request that has been authenticated, counted and parsed. */
export interface Call<O extends Operation> {
  params: Params<O>;
  query: Query<O>;
  body: Body<O>;
  principal: PrincipalOf<O>;
  /** The client's address, taken from a trusted proxy if there is one. */
  address: string;
  userAgent: string;
  /** The `Cookie` header. */
  cookies: string | undefined;
  /** The last event a returning stream client has seen. */
  lastEventId: number;
  /** Aborts when the client disconnects or the server stops. */
  signal: AbortSignal;
  /** Runs work that creates something in a transaction, at most once per idempotency key. */
  once(work: (tx: Transaction) => Promise<ReplyOf<O>>): Promise<ReplyOf<O>>;
  /** Runs work that changes something in a transaction. Like `once`, it adds an entry to the audit log. */
  change<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Adds details to this call's audit log entry, besides its parameters. They must not contain secrets. */
  note(details: Readonly<Record<string, string>>): void;
  /** Adds `Set-Cookie` headers to the reply. */
  setCookies(cookies: readonly string[]): void;
}

type SentBy<O extends Operation> = O["reply"] extends { chunks: ChunkFormat } ? SentChunks : ReplyOf<O>;

export type Handler<O extends Operation> = O["reply"] extends { status: 204 }
  ? (call: Call<O>) => Promise<void>
  : (call: Call<O>) => SentBy<O> | Promise<SentBy<O>>;
export type Handlers<List extends Record<string, Operation>> = { [Name in keyof List]: Handler<List[Name]> };
