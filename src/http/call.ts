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

/** Who asks: what the key or the session on the request stands for. */
export interface Principal {
  kind: KeyKind;
  /** Of the key; of the session where there is one. */
  keyId: string;
  /** Empty where a person asks for nothing of an organization. */
  organizationId: string;
  /** Of an assistant key, which belongs to one project. */
  projectId: string | null;
  scopes: readonly Scope[];
  /** Of a reader, who has no key. */
  visitor?: Visitor;
  /** The person who has signed in, where it is one. */
  user?: SignedInUser;
}

/** A reader of a published site. */
export interface Visitor {
  /** A hash that is another one every day. */
  id: string;
  site: { projectId: string; subdomain: string; artifact: string };
  /** Of the page that asks, which is the site's own. */
  origin: string;
}

export interface SignedInUser {
  id: string;
  name: string;
  email: string;
  sessionId: string;
  /** In the organization that the request is about; null where it is about none. */
  role: Role | null;
}

type PrincipalOf<O extends Operation> = O["key"] extends "none" | "guest"
  ? undefined
  : O["key"] extends "session"
    ? Principal & { user: SignedInUser }
    : Principal;

/** A request that was authenticated, counted and parsed. */
export interface Call<O extends Operation> {
  params: Params<O>;
  query: Query<O>;
  body: Body<O>;
  principal: PrincipalOf<O>;
  /** Of the client, as a trusted proxy tells it. */
  address: string;
  userAgent: string;
  /** The event that a client saw last, when it comes back to a stream. */
  lastEventId: number;
  /** Aborts when the client is gone or the server stops. */
  signal: AbortSignal;
  /** Runs what creates something in one transaction, and only once for each idempotency key. */
  once(work: (tx: Transaction) => Promise<ReplyOf<O>>): Promise<ReplyOf<O>>;
  /** Runs what changes something in one transaction. Like `once`, it leaves an entry in the audit log there. */
  change<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** What the audit log tells of this call, beside its parameters. Never a secret. */
  note(details: Readonly<Record<string, string>>): void;
  /** Cookies of the reply, each as a `Set-Cookie` header. */
  setCookies(cookies: readonly string[]): void;
}

type SentBy<O extends Operation> = O["reply"] extends { chunks: ChunkFormat } ? SentChunks : ReplyOf<O>;

export type Handler<O extends Operation> = (call: Call<O>) => Promise<SentBy<O>>;
export type Handlers<List extends Record<string, Operation>> = { [Name in keyof List]: Handler<List[Name]> };
