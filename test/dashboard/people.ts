import type { OutgoingHttpHeaders } from "node:http";
import { invite } from "../../src/accounts/invite.ts";
import { type Client, createClient } from "../../src/contract/client.ts";
import { type DashboardOperations, dashboardOperations } from "../../src/contract/dashboard-operations.ts";
import { editorOperations } from "../../src/contract/editor-operations.ts";
import type { Operation, ReplyOf, Role } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import { pathOf, type Received, type Request, send } from "../contract/send.ts";
import { type Installation, publicUrl } from "../support/server.ts";

/** Headers the dashboard sends with every change. */
export const fromDashboard = { "x-lectern-dashboard": "1", origin: publicUrl };

export const password = "correct horse battery";

type AnyOperation = keyof typeof operations | keyof typeof dashboardOperations | keyof typeof editorOperations;

/** A signed-in user. */
export interface Person {
  email: string;
  cookie: string;
  userId: string;
  call(
    name: AnyOperation,
    input?: { params?: Record<string, string>; body?: Record<string, unknown>; query?: string },
    changes?: Partial<Request> & { url?: string },
  ): Promise<Received>;
}

export function operationOf(name: AnyOperation): Operation {
  return { ...operations, ...dashboardOperations, ...editorOperations }[name];
}

/** Sends requests like the dashboard, with optional changes. */
export function callAs(lectern: Installation, cookie: string | undefined): Person["call"] {
  return (name, { params = {}, body, query = "" } = {}, { headers = {}, url, ...changes } = {}) => {
    const operation = operationOf(name);
    return send(url ?? lectern.node.url, {
      method: operation.method,
      path: pathOf(operation, params) + query,
      headers: present({ ...(operation.method === "GET" ? {} : fromDashboard), cookie, ...headers }),
      ...(body === undefined ? {} : { json: body }),
      ...changes,
    });
  };
}

function present(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

/** The dashboard's client with a person's session. */
export function clientOf(url: string, { cookie }: Pick<Person, "cookie">): Client {
  return createClient({
    url,
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, ...fromDashboard, cookie } }),
  });
}

/** Creates an account through an invitation. */
export async function join(lectern: Installation, organizationId: string, role: Role, email: string): Promise<Person> {
  const token = await inviteByLink(lectern, organizationId, role, email);
  const body = { token, name: email.split("@")[0] ?? email, email, password };
  const reply = await callAs(lectern, undefined)("createAccount", { body });
  const { user } = JSON.parse(reply.text);
  const cookie = sessionCookie(reply);
  return { email, cookie, userId: user.id, call: callAs(lectern, cookie) };
}

export async function inviteByLink(
  { node, clock }: Installation,
  organizationId: string,
  role: Role,
  email: string | null,
): Promise<string> {
  const { token } = await invite({ clock }, node.database.query, { organizationId, email, role, invitedBy: null });
  return token;
}

/** The cookies a browser would send back. */
export function sessionCookie({ headers }: Received): string {
  const cookies = (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0] ?? "");
  return cookies.join("; ");
}

/** Parses a successful reply. */
export function read<Name extends keyof DashboardOperations>(
  _name: Name,
  { text }: Received,
): ReplyOf<DashboardOperations[Name]> {
  return JSON.parse(text);
}
