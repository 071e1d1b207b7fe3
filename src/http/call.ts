import type { Body, KeyKind, Operation, Params, Query, ReplyOf, Scope } from "../contract/operation.ts";
import type { Transaction } from "../platform/db/database.ts";

/** Who asks: what the key on the request stands for. */
export interface Principal {
  kind: KeyKind;
  keyId: string;
  organizationId: string;
  /** Of an assistant key, which belongs to one project. */
  projectId: string | null;
  scopes: readonly Scope[];
  /** Of a reader, who has no key. */
  visitor?: Visitor;
}

/** A reader of a published site. */
export interface Visitor {
  /** A hash that is another one every day. */
  id: string;
  site: { projectId: string; subdomain: string; artifact: string };
  /** Of the page that asks, which is the site's own. */
  origin: string;
}

/** A request that was authenticated, counted and parsed. */
export interface Call<O extends Operation> {
  params: Params<O>;
  query: Query<O>;
  body: Body<O>;
  principal: O["key"] extends "none" ? undefined : Principal;
  /** Of the client, as a trusted proxy tells it. */
  address: string;
  /** The event that a client saw last, when it comes back to a stream. */
  lastEventId: number;
  /** Aborts when the client is gone or the server stops. */
  signal: AbortSignal;
  /** Runs what creates something in one transaction, and only once for each idempotency key. */
  once(work: (tx: Transaction) => Promise<ReplyOf<O>>): Promise<ReplyOf<O>>;
}

export type Handler<O extends Operation> = (call: Call<O>) => Promise<ReplyOf<O>>;
export type Handlers<List extends Record<string, Operation>> = { [Name in keyof List]: Handler<List[Name]> };
