import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { apiOf, appOrigins } from "../app-hosts.ts";
import { CodeHostError } from "../code-host-error.ts";
import { callAsApp, type GithubApp } from "../github-app.ts";
import { field, listOf, numberOf, textOf, webAddressOf } from "../host-fields.ts";
import { sendToHost } from "../host-request.ts";
import { type Call, callsTo } from "../remote-host.ts";
import type { Offer } from "./store.ts";

/** The GitHub App, and the hosts on which it may be registered. */
export interface GithubAccess {
  app: GithubApp;
  /** Origins that the operator trusts with the app's credentials. */
  origins: readonly string[];
  allowedHosts: readonly string[];
}

interface AppHome {
  /** The origin of the host that the app is registered on. */
  host: string;
  /** The page on which people install the app. */
  installUrl: string;
}

/** Access to GitHub; undefined without a GitHub App. */
export function githubAccess({
  githubApp,
  codeHosts,
  allowedHosts,
}: Pick<Config, "githubApp" | "codeHosts" | "allowedHosts">): GithubAccess | undefined {
  return githubApp && { app: githubApp, origins: appOrigins(codeHosts), allowedHosts };
}

const pageSize = 100;
const installationsMax = 300;

/** Finds the host that the app is registered on. */
export async function findAppHome(access: GithubAccess, clock: Clock, signal: AbortSignal): Promise<AppHome> {
  let problem: unknown;
  for (const host of access.origins) {
    try {
      const call = callAsApp(access.app, { ...access, apiUrl: apiOf(host), clock });
      return { host, installUrl: `${webAddressOf(await call("GET", "/app", signal), "html_url")}/installations/new` };
    } catch (error) {
      problem = error;
    }
  }
  throw problem ?? new CodeHostError("unavailable", "The GitHub App isn't registered on any known host.");
}

/** An installation as the app itself sees it. */
export async function readInstallation(
  access: GithubAccess,
  clock: Clock,
  id: number,
  signal: AbortSignal,
): Promise<Offer> {
  const { host } = await findAppHome(access, clock, signal);
  const call = callAsApp(access.app, { ...access, apiUrl: apiOf(host), clock });
  const found = await call("GET", `/app/installations/${id}`, signal);
  return { host, id: numberOf(found, "id"), account: textOf(field(found, "account"), "login") };
}

/**
 * The installations that the person behind an authorization code manages: those of their own account, and those of
 * organizations they own. GitHub also lists installations in which the person may only read a repository; those are
 * left out.
 */
export async function listManagedInstallations(
  access: GithubAccess,
  clock: Clock,
  request: { host: string; code: string; redirectUri: string },
  signal: AbortSignal,
): Promise<Offer[]> {
  const { host } = request;
  const token = await exchangeCode(access, request, signal);
  const connection = { ...access, apiUrl: apiOf(host), path: "", clock };
  const call = callsTo({ ...connection, credentials: { authorization: `Bearer ${token}` } });
  const userId = numberOf(await call("GET", "/user", signal), "id");
  const managed: Offer[] = [];
  for (let page = 1; page <= installationsMax / pageSize; page++) {
    const reply = await call("GET", `/user/installations?per_page=${pageSize}&page=${page}`, signal);
    const installations = listOf(field(reply, "installations"));
    for (const installation of installations) {
      const account = field(installation, "account");
      if (await isManager(call, account, userId, signal)) {
        managed.push({ host, id: numberOf(installation, "id"), account: textOf(account, "login") });
      }
    }
    if (installations.length < pageSize) break;
  }
  return managed;
}

async function isManager(call: Call, account: unknown, userId: number, signal: AbortSignal): Promise<boolean> {
  if (field(account, "type") !== "Organization") {
    return field(account, "id") === userId;
  }
  try {
    const path = `/user/memberships/orgs/${encodeURIComponent(textOf(account, "login"))}`;
    const membership = await call("GET", path, signal);
    return field(membership, "state") === "active" && field(membership, "role") === "admin";
  } catch (error) {
    // The person isn't a member, or the app isn't allowed to ask.
    if (error instanceof CodeHostError && (error.kind === "not-found" || error.kind === "no-access")) return false;
    throw error;
  }
}

async function exchangeCode(
  { app, allowedHosts }: GithubAccess,
  { host, code, redirectUri }: { host: string; code: string; redirectUri: string },
  signal: AbortSignal,
): Promise<string> {
  const json = {
    client_id: app.client?.id,
    client_secret: app.client?.secret,
    code,
    redirect_uri: redirectUri,
  };
  const connection = { apiUrl: host, credentials: {}, allowedHosts };
  const reply = await sendToHost(connection, { method: "POST", path: "/login/oauth/access_token", json }, signal);
  const token = field(reply.json, "access_token");
  if (reply.status !== 200 || typeof token !== "string" || token === "") {
    throw new CodeHostError("no-access", "The host did not accept the authorization code; start again.");
  }
  return token;
}
