import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { canonicalAddress } from "../platform/address.ts";
import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import { readCookie, readSessionToken, setCookie } from "../platform/cookies.ts";
import { AppError } from "../platform/errors.ts";
import { readForm } from "../platform/message-bounds.ts";
import type { Services } from "../platform/services.ts";
import { slowGuesses } from "../platform/slow-guesses.ts";
import { hashToken, newToken } from "../platform/tokens.ts";
import type { ReaderMethod } from "../projects/access/access.ts";
import { hostUrl } from "../projects/sites/site-url.ts";
import type { PublishedSite } from "../projects/sites/store.ts";
import { readerProfilePath } from "../site/serving.ts";
import { spendCode } from "./code-store.ts";
import { findCurrentReader, type GateDeps } from "./gate.ts";
import type { FindTokenKeys } from "./jwt/token-keys.ts";
import { mailReaderLink, type ReaderMailDeps } from "./mail-link.ts";
import { refuseOtherOrigins } from "./middleware.ts";
import { readPageSite } from "./page-site.ts";
import { openPreviewLink } from "./preview-link-store.ts";
import { startAddress } from "./provider/provider-paths.ts";
import type { ReaderProfile } from "./reader.ts";
import { findChoices, type MethodDeps } from "./reader-methods.ts";
import { jwtPaths, previewLinkPath, safeReturn, signInPath, signOutPath } from "./reader-paths.ts";
import { deleteReaderSessionByToken } from "./session-store.ts";
import {
  findProblem,
  type Page,
  type PageSite,
  signInPage,
  signInWords,
  signOutPage,
  tokenPage,
} from "./sign-in-page.ts";
import { signInWithPassword, signInWithToken } from "./sign-in-reader.ts";
import { type StartDeps, startReaderSession } from "./start-reader-session.ts";

interface ReaderRouteDeps
  extends Pick<Services, "database" | "log">,
    Pick<GateDeps, "findReaderSession">,
    MethodDeps,
    StartDeps,
    ReaderMailDeps {
  findTokenKeys: FindTokenKeys;
  artifacts: ArtifactCache;
  /** The site of a request to a sign-in page. */
  findSite(request: IncomingMessage): PublishedSite | undefined;
}

const browserSeconds = 900;

type Fields = Readonly<Record<string, unknown>>;

/** The pages on the host of a private site where its readers sign in and out. */
export function readerRoutes(http: FastifyInstance, deps: ReaderRouteDeps): void {
  http.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(readForm(body)),
    );
    formRoutes(scope, deps);
    linkRoutes(scope, deps);
  });
  http.get(readerProfilePath, async (request, reply) => {
    const session = await findCurrentReader(deps, siteOf(deps, request), request.headers.cookie);
    return headersOf(reply).send(session === undefined ? { user: null } : profileOf(session.profile));
  });
}

/** What pages may know about their reader. Groups aren't among it, because the server decides about them. */
function profileOf(text: string) {
  const { name, email, content, apiPlaygroundInputs } = JSON.parse(text) as ReaderProfile;
  return { user: { ...(name && { name }), ...(email && { email }), ...content }, apiPlaygroundInputs };
}

/** Pages with a form, and what they send. */
function formRoutes(http: FastifyInstance, deps: ReaderRouteDeps): void {
  const { database } = deps;

  http.get<{ Querystring: Fields }>(signInPath, async (request, reply) => {
    const site = siteOf(deps, request);
    // The link in pages names no page, because pages share it. Browsers say where they come from within a site.
    const from = URL.parse(request.headers.referer ?? "");
    const redirect = safeReturn(request.query.redirect ?? (from && from.pathname + from.search));
    const reader = await findCurrentReader(deps, site, request.headers.cookie);
    if (reader !== undefined) return sendOn(reply, redirect);
    return showChoices(deps, reply, site, { redirect, problem: findProblem(request.query.error) });
  });

  http.post<{ Body: Fields }>(`${signInPath}/password`, async (request, reply) => {
    const site = siteOf(deps, request);
    refuseOtherOrigins(request);
    const access = await requireMethod(deps, site, "password");
    const redirect = safeReturn(request.body.redirect);
    const password = textOf(request.body.password);
    try {
      const cookie = await signInWithPassword(deps, access, password, {
        projectId: site.projectId,
        address: canonicalAddress(request),
      });
      return await finish(deps, request, reply, { cookie, redirect });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.retryAfterSeconds !== undefined) reply.header("retry-after", error.retryAfterSeconds);
      const status = error.code === "limited" ? 429 : error.code === "unauthenticated" ? 401 : 503;
      const problem = status === 429 ? "tooMany" : status === 401 ? "wrongPassword" : "unavailable";
      return showChoices(deps, reply, site, { redirect, problem, status });
    }
  });

  http.post<{ Body: Fields }>(`${signInPath}/mail`, async (request, reply) => {
    const site = siteOf(deps, request);
    refuseOtherOrigins(request);
    const access = await requireMethod(deps, site, "mail");
    const redirect = safeReturn(request.body.redirect);
    // Not awaited: neither the reply nor its time tells whether the address may read the site.
    mailReaderLink(deps, access, {
      site,
      email: textOf(request.body.email),
      redirect,
      origin: hostUrl(deps.url, hostOf(request)),
      address: canonicalAddress(request),
    }).catch((error: unknown) => deps.log.warn({ error }, "could not mail a link to a reader"));
    return showChoices(deps, reply, site, { redirect, isSent: true });
  });

  http.get(signOutPath, async (request, reply) =>
    show(reply, signOutPage(await pageSite(deps, siteOf(deps, request)))),
  );

  http.post(signOutPath, async (request, reply) => {
    siteOf(deps, request);
    refuseOtherOrigins(request);
    const token = readSessionToken(request.headers.cookie, deps.url, "reader");
    if (token !== undefined) await database.transaction((tx) => deleteReaderSessionByToken(tx, token));
    reply.header("set-cookie", setCookie("reader", "", 0, deps.url));
    // Browsers forget the pages that they have kept of this site.
    reply.header("clear-site-data", '"cache"');
    return sendOn(reply, signInPath);
  });
}

/** Ways in that begin or end on another website, or with a link. */
function linkRoutes(http: FastifyInstance, deps: ReaderRouteDeps): void {
  const { database, clock } = deps;

  http.get<{ Querystring: Fields }>(`${signInPath}/start`, async (request, reply) => {
    const site = siteOf(deps, request);
    const method = textOf(request.query.method) as ReaderMethod;
    const access = await requireMethod(deps, site, method);
    const redirect = safeReturn(request.query.redirect);
    if (method === "jwt" && access.settings.jwt !== null) {
      const url = new URL(access.settings.jwt.loginUrl);
      url.searchParams.set("redirect", redirect);
      return sendOn(reply, url.href);
    }
    // The code that comes back works only in the browser with this cookie.
    const browser = newToken();
    reply.header("set-cookie", setCookie("reader_state", browser, browserSeconds, deps.url));
    return sendOn(
      reply,
      startAddress(deps.url, { host: hostOf(request), method, browser: hashToken(browser), redirect }),
    );
  });

  http.get<{ Querystring: Fields }>(`${signInPath}/callback`, async (request, reply) => {
    const { projectId } = siteOf(deps, request);
    const browser = readCookie(request.headers.cookie, "reader_state", deps.url) ?? "";
    const code = textOf(request.query.code);
    const method = ["members", "server", "provider"] as const;
    const removed = setCookie("reader_state", "", 0, deps.url);
    const signIn = await database.transaction(async (tx) => {
      const content =
        browser === "" ? undefined : await spendCode(tx, { code, browser, projectId, method }, clock.now());
      return content && { ...content, cookie: await startReaderSession(deps, tx, projectId, content.reader) };
    });
    if (signIn === undefined) {
      return sendOn(reply.header("set-cookie", removed), `${signInPath}?error=expired`);
    }
    return finish(deps, request, reply.header("set-cookie", removed), signIn);
  });

  http.get(`${signInPath}/mail-link`, async (request, reply) => {
    const shown = await pageSite(deps, siteOf(deps, request));
    const { onThisDevice: text, signIn: button } = signInWords(shown);
    // A press of the button, because mail servers open links to check them.
    const form = { action: `${signInPath}/mail-link`, redirect: "/", text, button, isAutomatic: false };
    return show(reply, tokenPage({ ...form, site: shown }));
  });

  http.post<{ Body: Fields }>(`${signInPath}/mail-link`, async (request, reply) => {
    const site = siteOf(deps, request);
    refuseOtherOrigins(request);
    await requireMethod(deps, site, "mail");
    const { projectId } = site;
    const code = textOf(request.body.token);
    const signIn = await database.transaction(async (tx) => {
      const content = await spendCode(tx, { code, browser: "", projectId, method: ["mail"] }, clock.now());
      return content && { ...content, cookie: await startReaderSession(deps, tx, projectId, content.reader) };
    });
    return signIn === undefined ? sendOn(reply, `${signInPath}?error=expired`) : finish(deps, request, reply, signIn);
  });

  for (const path of jwtPaths) {
    http.get<{ Querystring: Fields }>(path, async (request, reply) => {
      const site = siteOf(deps, request);
      await requireMethod(deps, site, "jwt");
      const redirect = safeReturn(request.query.redirect);
      const shown = await pageSite(deps, site);
      const { signingIn: text, continue: button } = signInWords(shown);
      const form = { action: `${signInPath}/jwt`, redirect, text, button, isAutomatic: true };
      return show(reply, tokenPage({ ...form, site: shown }));
    });
  }

  http.post<{ Body: Fields }>(`${signInPath}/jwt`, async (request, reply) => {
    const site = siteOf(deps, request);
    refuseOtherOrigins(request);
    const access = await requireMethod(deps, site, "jwt");
    const redirect = safeReturn(request.body.redirect);
    try {
      const token = textOf(request.body.token);
      const cookie = await signInWithToken(deps, access, token, { site, host: hostOf(request) });
      return await finish(deps, request, reply, { cookie, redirect });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return showChoices(deps, reply, site, { redirect, problem: { message: error.message }, status: 401 });
    }
  });

  http.get(previewLinkPath, async (request, reply) => {
    const shown = await pageSite(deps, siteOf(deps, request));
    const { openingPreview: text, open: button } = signInWords(shown);
    const form = { action: previewLinkPath, redirect: "/", text, button, isAutomatic: true };
    return show(reply, tokenPage({ ...form, site: shown }));
  });

  http.post<{ Body: Fields }>(previewLinkPath, async (request, reply) => {
    const site = siteOf(deps, request);
    refuseOtherOrigins(request);
    const address = canonicalAddress(request);
    const cookie = await slowGuesses(deps, [{ name: "guess-preview", subject: address, ...linkGuesses }], () =>
      database.transaction((tx) => openPreviewLink(deps, tx, site, textOf(request.body.token))),
    ).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return undefined;
      throw error;
    });
    return cookie === undefined
      ? sendOn(reply, `${signInPath}?error=expired`)
      : finish(deps, request, reply, { cookie, redirect: "/" });
  });
}

const linkGuesses = { free: 20, waitSecondsMax: 60 };

function siteOf({ findSite }: ReaderRouteDeps, request: FastifyRequest): PublishedSite {
  const site = findSite(request.raw);
  if (site === undefined) throw new AppError("not_found", "Path not found; see /openapi.json for all operations.");
  return site;
}

function pageSite({ database, artifacts }: ReaderRouteDeps, site: PublishedSite): Promise<PageSite> {
  return readPageSite(database.query, artifacts, site);
}

/** The access to the site, if its readers can sign in this way. */
async function requireMethod(deps: ReaderRouteDeps, site: PublishedSite, method: ReaderMethod) {
  const { access, choices } = await findChoices(deps, deps.database.query, site);
  if (!choices.some((choice) => choice.method === method)) {
    throw new AppError("not_found", "Readers of this site can't sign in this way.");
  }
  return access;
}

async function showChoices(
  deps: ReaderRouteDeps,
  reply: FastifyReply,
  site: PublishedSite,
  shown: Omit<Parameters<typeof signInPage>[0], "site" | "choices">,
) {
  const { choices } = await findChoices(deps, deps.database.query, site);
  return show(reply, signInPage({ ...shown, choices, site: await pageSite(deps, site) }));
}

/** Ends the session that the browser had before, and sends it on with the new one. */
async function finish(
  deps: ReaderRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { cookie, redirect }: { cookie: string; redirect: string },
) {
  const earlier = readSessionToken(request.headers.cookie, deps.url, "reader");
  if (earlier !== undefined) await deps.database.transaction((tx) => deleteReaderSessionByToken(tx, earlier));
  reply.header("set-cookie", cookie);
  return sendOn(reply, safeReturn(redirect));
}

function show(reply: FastifyReply, { status, policy, body }: Page) {
  return headersOf(reply)
    .code(status)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .send(body);
}

function sendOn(reply: FastifyReply, location: string) {
  return headersOf(reply).redirect(location, 303);
}

function headersOf(reply: FastifyReply): FastifyReply {
  return reply
    .header("cache-control", "private, no-store")
    .header("vary", "cookie")
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "same-origin")
    .header("x-robots-tag", "noindex");
}

function hostOf({ headers }: FastifyRequest): string {
  return (headers.host ?? "").toLowerCase().replace(/:\d+$/, "");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
