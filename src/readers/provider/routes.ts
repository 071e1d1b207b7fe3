import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findCurrentSession, type SessionDeps, toMember } from "../../accounts/middleware.ts";
import { canonicalAddress } from "../../platform/address.ts";
import { readCookie, setCookie } from "../../platform/cookies.ts";
import { countInWindow } from "../../platform/counters/store.ts";
import { AppError } from "../../platform/errors.ts";
import { classifyHost, type SiteAddressing } from "../../projects/sites/site-address.ts";
import { hostUrl } from "../../projects/sites/site-url.ts";
import type { PublishedSite, SiteReads } from "../../projects/sites/store.ts";
import { findProjectById } from "../../projects/store.ts";
import { isGated } from "../gate.ts";
import { findChoices, type MethodDeps } from "../reader-methods.ts";
import { safeReturn, signInPath } from "../reader-paths.ts";
import { finishWithProvider, openState, type ProviderDeps, startWithProvider, stateSeconds } from "./ask-provider.ts";
import { issueCode, type Origin } from "./issue-code.ts";
import { callbackPath, startPath } from "./provider-paths.ts";

interface ReaderProviderDeps extends MethodDeps, ProviderDeps, SessionDeps {
  addressing: SiteAddressing;
  reads: SiteReads;
}

const startsPerHour = 300;
const hourMilliseconds = 3_600_000;
const browserPattern = /^[\w-]{43}$/;

/**
 * The way of a reader through the dashboard's host: to its sign-in for members, or to a provider, which knows only this
 * host's address. The reader returns to the site with a code that works once, in the browser that began.
 */
export function readerProviderRoutes(http: FastifyInstance, deps: ReaderProviderDeps): void {
  http.get<{ Querystring: Readonly<Record<string, unknown>> }>(startPath, async (request, reply) => {
    await limitStarts(deps, request);
    const [host, browser, redirect] = [text(request.query.host), text(request.query.browser), request.query.redirect];
    const site = browserPattern.test(browser) ? await findSite(deps, host) : undefined;
    const choices = site === undefined ? [] : (await findChoices(deps, deps.database.query, site)).choices;
    const method = choices.find((choice) => choice.method === request.query.method)?.method;
    if (site === undefined || method === undefined) {
      throw new AppError("not_found", "This sign-in has expired; go back to the site and try again.");
    }
    const origin: Origin = { projectId: site.projectId, host, browser, redirect: safeReturn(redirect), method };
    return method === "members" ? asMember(deps, request, reply, origin) : atProvider(deps, reply, origin);
  });

  const finish = async (request: FastifyRequest, reply: FastifyReply) => {
    const removed = setCookie("reader_oauth_state", "", 0, deps.url);
    reply.header("set-cookie", removed);
    const state = openState(deps, readCookie(request.headers.cookie, "reader_oauth_state", deps.url));
    if (state === undefined) {
      throw new AppError("not_found", "This sign-in has expired; go back to the site and try again.");
    }
    const { pathname, search } = new URL(request.url, deps.url);
    const outcome = await finishWithProvider(deps, state, new URL(`${deps.url}${pathname}${search}`));
    return outcome === "failed" ? sendBack(deps, reply, state.origin, "failed") : sendOn(reply, outcome.location);
  };
  http.get(callbackPath, finish);
  http.get(`${callbackPath}/:provider`, finish);
}

/** Members sign in to the dashboard first, and come back here. */
async function asMember(deps: ReaderProviderDeps, request: FastifyRequest, reply: FastifyReply, origin: Origin) {
  const session = await findCurrentSession(deps, request);
  if (session === undefined) {
    const { method, projectId: _projectId, ...rest } = origin;
    const here = `${startPath.slice("/dashboard".length)}?${new URLSearchParams({ ...rest, method })}`;
    return sendOn(reply, `${deps.url}/dashboard/sign-in?${new URLSearchParams({ to: here })}`);
  }
  const project = await findProjectById(deps.database.query, origin.projectId);
  const owner = project && { organizationId: project.organizationId, projectId: project.id };
  const user = { id: session.userId, name: session.name, email: session.email, sessionId: session.id };
  const isMember = await toMember(deps, user, owner, { key: "session", role: "viewer" }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
  if (!isMember) return sendBack(deps, reply, origin, "not_member");
  const profile = { name: session.name, email: session.email };
  const location = await issueCode(deps, origin, { method: "members", subject: session.userId, groups: [], profile });
  return sendOn(reply, location);
}

async function atProvider(deps: ReaderProviderDeps, reply: FastifyReply, origin: Origin) {
  const started = await startWithProvider(deps, origin).catch((error: unknown) => {
    deps.log.warn({ error: String(error), projectId: origin.projectId }, "could not reach the provider of readers");
    return undefined;
  });
  if (started === undefined) return sendBack(deps, reply, origin, "unavailable");
  reply.header("set-cookie", setCookie("reader_oauth_state", started.sealed, stateSeconds, deps.url));
  return sendOn(reply, started.url);
}

async function findSite({ addressing, reads }: ReaderProviderDeps, host: string): Promise<PublishedSite | undefined> {
  const kind = classifyHost(addressing, host);
  if (kind.kind === "own") return undefined;
  const site = await (kind.kind === "subdomain"
    ? reads.findBySubdomain(kind.subdomain)
    : reads.findByDomain(kind.domain));
  return site !== undefined && isGated(site) ? site : undefined;
}

async function limitStarts({ database, clock }: ReaderProviderDeps, request: FastifyRequest): Promise<void> {
  const address = canonicalAddress(request);
  const count = (tx: Parameters<typeof countInWindow>[0]) =>
    countInWindow(tx, "reader-starts", address, clock.now(), hourMilliseconds);
  const window = await database.transaction(count, { durability: "relaxed" });
  if (window.count > startsPerHour) {
    const retryAfterSeconds = Math.max(1, Math.ceil((window.resetAt - clock.now()) / 1_000));
    throw new AppError("limited", "Too many sign-ins from this address; try again later.", { retryAfterSeconds });
  }
}

function sendBack({ url }: ReaderProviderDeps, reply: FastifyReply, { host, redirect }: Origin, error: string) {
  return sendOn(reply, `${hostUrl(url, host)}${signInPath}?${new URLSearchParams({ error, redirect })}`);
}

function sendOn(reply: FastifyReply, location: string) {
  return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(location, 302);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
