import type { IncomingMessage, ServerResponse } from "node:http";
import type { TObject } from "typebox";
import { canonicalAddress, forwardedAddress } from "../platform/address.ts";
import { newRequestId } from "../platform/id.ts";
import type { Log } from "../platform/log.ts";
import type { Intercept } from "./create-http.ts";
import { readBodyAhead } from "./read-body-ahead.ts";
import { compileBodyCheck } from "./validation.ts";

/** A POST whose success is known at once. */
export interface QuickPost {
  /** As in the contract, with one `{name}` where its only parameter stands. */
  path: string;
  body: TObject;
  /** The whole reply if it is a success; undefined or an error, before anything was counted, for any other. */
  answer(asked: AskedPost): Promise<QuickReply | undefined>;
}

export interface AskedPost {
  param: string;
  authorization: string;
  origin: string | undefined;
  /** In the one spelling that is counted. */
  address: string;
  body: unknown;
}

export interface QuickReply {
  headers: Readonly<Record<string, string>>;
  text: string;
}

export interface QuickPostDeps {
  posts: readonly QuickPost[];
  trustedProxies: readonly string[];
  observe(route: string, status: number, seconds: number): void;
  log: Log;
}

const bodyBytesMax = 65_536;
const jsonType = /^application\/json(?:; ?charset=utf-8)?$/i;
// What the framework looks at more closely: names of prototypes, and characters that are written as escapes.
const delicate = /__proto__|constructor|\\u00/;

/**
 * Answers requests that succeed at once before the framework sees them: getting to the handler is more than half of what
 * such an answer costs. Whatever is not a plain success is left to the operation's own route, with the body that was read,
 * so there is one place that knows how to refuse.
 */
export function answerQuickPosts(deps: QuickPostDeps): Intercept {
  const routes = deps.posts.map((post) => {
    const [before = "", after = ""] = post.path.split(/\{\w+\}/);
    const route = post.path.replace(/\{(\w+)\}/, ":$1");
    return { ...post, before, after, route, isValid: compileBodyCheck(post.body) };
  });

  async function answer(
    { before, after, route, isValid, ...post }: (typeof routes)[number],
    authorization: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const began = performance.now();
    const { url = "", socket, headers } = request;
    const text = await readBodyAhead(request);
    if (text === undefined) return true;
    const body = parse(text);
    if (body === undefined || !isValid(body)) return false;
    const forwarded = headers["x-forwarded-for"];
    const address = canonicalAddress(forwardedAddress(socket.remoteAddress, forwarded, deps.trustedProxies));
    const param = url.slice(before.length, url.length - after.length);
    const asked = { param, authorization, origin: headers.origin, address, body };
    const reply = await post.answer(asked).catch(() => undefined);
    if (reply === undefined) return false;
    const requestId = newRequestId();
    // With its length it goes out in one piece, the head included.
    const length = Buffer.byteLength(reply.text);
    response.writeHead(200, { "x-request-id": requestId, ...reply.headers, "content-length": length });
    response.end(reply.text);
    const milliseconds = performance.now() - began;
    deps.observe(route, 200, milliseconds / 1_000);
    if (deps.log.isLevelEnabled("debug")) {
      deps.log.debug({ requestId, method: "POST", route, status: 200, milliseconds, address }, "request");
    }
    return true;
  }

  return (request, response) => {
    const { authorization } = request.headers;
    if (request.method !== "POST" || authorization === undefined || !isPlain(request)) return false;
    const { url = "" } = request;
    const found = routes.find(({ before, after }) => isBetween(url, before, after));
    return found !== undefined && answer(found, authorization, request, response);
  };
}

/** A short body of JSON, of a length that is told. */
function isPlain({ headers }: IncomingMessage): boolean {
  const { "content-type": type, "content-length": length, expect, host } = headers;
  if (type === undefined || length === undefined || expect !== undefined || host === undefined) return false;
  return jsonType.test(type) && Number(length) <= bodyBytesMax && headers["transfer-encoding"] === undefined;
}

function isBetween(url: string, before: string, after: string): boolean {
  if (!url.startsWith(before) || !url.endsWith(after)) return false;
  return /^[\w.-]{1,253}$/.test(url.slice(before.length, url.length - after.length));
}

function parse(text: string): unknown {
  if (delicate.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
