import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Limit } from "../../contract/operation.ts";
import type { Principal } from "../../http/call.ts";
import type { Gates } from "../../http/register-operation.ts";
import { AppError } from "../../platform/errors.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { cleanPath } from "../../search/querying.ts";
import { tryDecodeUrl } from "../../site/serving.ts";
import { askPath } from "../pages/ask-path.ts";
import { wantedForm } from "../pages/wanted-form.ts";
import { answerQuestion, countQuestion } from "./answer-question.ts";
import { type AskedSite, type AskedSiteDeps, openAskedSite } from "./open-asked-site.ts";
import { writeAnswer } from "./write-answer.ts";

const questionMaxLength = 1_000;
const valueMaxLength = 200;
const pathMaxLength = 2_000;
const cacheSeconds = 300;
const limits: readonly Limit[] = [
  { name: "ask-address", by: "address", max: 600, windowSeconds: 3_600 },
  { name: "ask", by: "project", max: 10_000, windowSeconds: 3_600 },
];

interface AskDeps extends AskedSiteDeps, FindSiteDeps {
  gates: Pick<Gates, "limiterFor">;
}

export interface FindSiteDeps {
  /** The site that a request is for; undefined on the API's own address. */
  findSite(request: IncomingMessage): PublishedArtifact | undefined;
}

export function requireSite({ findSite }: FindSiteDeps, request: FastifyRequest): PublishedArtifact {
  const site = findSite(request.raw);
  if (site === undefined) {
    throw new AppError("not_found", "Path not found; see /openapi.json for all operations.");
  }
  return site;
}

/**
 * Whether the request is a question to the site: `/ask?q=…`, or the Markdown of a page with `?ask=…`. The latter is moved
 * to the first form, with the page as a parameter.
 */
export function claimQuestion(request: IncomingMessage): boolean {
  const { method, url = "" } = request;
  const mark = url.indexOf("?");
  if (mark === -1 || (method !== "GET" && method !== "HEAD")) return false;
  const path = url.slice(0, mark);
  const query = new URLSearchParams(url.slice(mark + 1));
  if (path === askPath) return query.has("q");
  if (!path.endsWith(".md") || !query.has("ask")) return false;
  const moved = new URLSearchParams([
    ["page", path],
    ...[...query].flatMap(([name, value]) =>
      name === "ask" ? [["q", value]] : name === "language" || name === "version" ? [[name, value]] : [],
    ),
  ] as [string, string][]);
  request.url = `${askPath}?${moved}`;
  return true;
}

/** Questions by address, for agents that can only fetch. The answers cost no model, so nobody needs a key. */
export function askRoutes(http: FastifyInstance, deps: AskDeps): void {
  const limiter = deps.gates.limiterFor(limits);
  http.get(askPath, async (request, reply) => {
    const published = requireSite(deps, request);
    const isPrivate = published.audience !== undefined;
    reply
      .header("vary", isPrivate ? "accept, cookie" : "accept")
      .header("cache-control", "no-store")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff")
      .header("x-robots-tag", "noindex");
    if (!isPrivate) reply.header("access-control-allow-origin", "*");
    const question = readAddress(request.query as Record<string, unknown>);
    await limiter.byAddress(request, reply);
    const site = await openAskedSite(deps, published, request);
    if (site === undefined || !site.offers.assistant) {
      throw new AppError("not_found", "This site doesn't answer questions.");
    }
    await limiter.byPrincipal(principalOf(site), request, reply);
    if (question.currentPath !== undefined && (await site.readPage(question.currentPath)) === undefined) {
      throw new AppError("not_found", "This site doesn't have that page; ask at /ask instead.");
    }
    const answered = await answerQuestion(site, question);
    if (request.method === "GET") countQuestion(site, question, answered, "address");
    const text = writeAnswer(answered);
    const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
    reply
      .header("cache-control", isPrivate ? "private, no-cache" : `public, max-age=${cacheSeconds}`)
      .header("etag", etag);
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
    const form = wantedForm(request.headers.accept) === "text" ? "text/plain" : "text/markdown";
    return reply.type(`${form}; charset=utf-8`).send(text);
  });
}

/** For the rate limits, which count by organization and project. */
export function principalOf({ project: { id: projectId, organizationId } }: Pick<AskedSite, "project">): Principal {
  return { kind: "assistant", keyId: "site", organizationId, projectId, scopes: [] };
}

function readAddress({ q, page, language, version }: Record<string, unknown>) {
  const text = readValue("The question", q, questionMaxLength) ?? "";
  if (text === "") throw new AppError("bad_request", "The question is empty; ask like this: /ask?q=How+do+I+start.");
  const filter = Object.entries({ language, version }).flatMap(([name, value]) => {
    const read = readValue(`The ${name}`, value, valueMaxLength);
    return read === undefined || read === "" ? [] : [[name, read] as const];
  });
  const address = readValue("The address of the page", page, pathMaxLength);
  const path = address === undefined ? undefined : tryDecodeUrl(address);
  return {
    text,
    filter: Object.fromEntries(filter),
    currentPath: path === undefined ? undefined : cleanPath(path.replace(/\.md$/, "").replace(/^\/index$/, "/")),
  };
}

function readValue(label: string, value: unknown, maxLength: number): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw new AppError("bad_request", `${label} is given more than once.`);
  // PostgreSQL can't store every control character.
  const text = value.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  if (text.length > maxLength) {
    throw new AppError("bad_request", `${label} is longer than ${maxLength} characters; shorten it.`);
  }
  return text;
}
