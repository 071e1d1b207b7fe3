import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { ReadForm, SeenView } from "../../analytics/events.ts";
import { canonicalAddress, isAddressIn, plainAddress } from "../../platform/address.ts";
import { isPreview } from "../../projects/sites/site-address.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";

export interface ViewRules {
  trustedProxies: readonly string[];
  /** The header with the reader's country, in lower case; empty if no proxy sends it. */
  countryHeader: string;
}

const proxiesMax = 20;
const hostLengthMax = 100;
const pageLengthMax = 600;
const userAgentLengthMax = 400;
/** Files that are made for language models. */
const modelFiles = /^(?:(?:\.well-known\/)?llms(?:-full)?\.txt|skill\.md|_llms\/.*|\.well-known\/.*\.md)$/;

/**
 * The view that a request is, or undefined for requests that nobody reads: other files, previews, pages that a browser
 * fetches ahead, and everything from readers whose browser asks not to be tracked.
 */
export function seeView(
  request: IncomingMessage,
  { path, type }: { path: string; type: string },
  { published, at, rules }: { published: PublishedArtifact; at: number; rules: ViewRules },
): SeenView | undefined {
  const { method, headers } = request;
  const found = pageOf(path, type);
  if (found === undefined || method !== "GET" || isPreview(published) || refusesCounting(headers)) return undefined;
  if (isFetchedAhead(headers)) return undefined;
  const isProgram = found.form !== "page";
  // The page itself reads its text, for the button that copies it.
  if (isProgram && headers["sec-fetch-dest"] === "empty") return undefined;
  const { remote, address, isProxied } = senderOf(request.socket, rules);
  return {
    type: "view",
    at,
    published,
    ...found,
    isText: isProgram && headers["sec-fetch-mode"] !== "navigate",
    address: isProxied ? clientBehind(headers["x-forwarded-for"], remote, rules.trustedProxies) : address,
    userAgent: (headers["user-agent"] ?? "").slice(0, userAgentLengthMax),
    referrer:
      headers.referer === undefined
        ? ""
        : referrerOf(headers.referer, [headers.host, URL.parse(published.address ?? "")?.host]),
    country: isProxied ? countryOf(headers[rules.countryHeader]) : "",
  };
}

/** The headers that a view depends on, besides the one with the country. */
const viewHeaders = [
  ...["host", "user-agent", "referer", "x-forwarded-for", "dnt", "sec-gpc"],
  ...["sec-purpose", "purpose", "x-moz", "sec-fetch-dest", "sec-fetch-mode"],
] as const;

/** What the view of a request is made from, besides its connection and the page that was sent. */
export function viewFacts({ method, headers }: IncomingMessage, { countryHeader }: ViewRules): unknown[] {
  return [method, headers[countryHeader], ...viewHeaders.map((name) => headers[name])];
}

/** Whether a browser fetches something that its reader may never see. */
export function isFetchedAhead(headers: IncomingMessage["headers"]): boolean {
  const purpose = headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"];
  return purpose !== undefined && /prefetch/.test(String(purpose));
}

/** Whether the reader's browser sends Do Not Track or Global Privacy Control. */
export function refusesCounting(headers: IncomingMessage["headers"]): boolean {
  return headers.dnt === "1" || headers["sec-gpc"] === "1";
}

function pageOf(path: string, type: string): { page: string; form: ReadForm } | undefined {
  if (path.length > pageLengthMax) return undefined;
  if (modelFiles.test(path)) return { page: `/${path}`, form: "llms" };
  const isMarkdown = path.endsWith(".md");
  if (!isMarkdown && !(path.endsWith(".html") && type.startsWith("text/html"))) return undefined;
  const name = path.replace(/\.(?:html|md)$/, "").replace(/(?:^|\/)index$/, "");
  return { page: `/${name}`, form: isMarkdown ? "markdown" : "page" };
}

/** The host of another site that links here. */
export function referrerOf(referrer: string, own: readonly (string | undefined)[]): string {
  const url = URL.parse(referrer);
  if (url === null || url.host === "") return "";
  if (own.includes(url.host)) return "(internal)";
  return url.hostname.replace(/^www\./, "").slice(0, hostLengthMax);
}

export function countryOf(value: string | string[] | undefined): string {
  // Cloudflare sends XX for unknown countries and T1 for Tor.
  return typeof value === "string" && /^(?!XX)[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : "";
}

interface Sender {
  remote: string;
  /** The network that is counted if the sender isn't a proxy. */
  address: string;
  isProxied: boolean;
}

const senders = new WeakMap<Socket, Sender>();

/** Who is at the other end, which is the same for all requests of a connection. */
function senderOf(socket: Socket, { trustedProxies }: ViewRules): Sender {
  const known = senders.get(socket);
  if (known !== undefined) return known;
  const remote = plainAddress(socket.remoteAddress) ?? "";
  const sender = { remote, address: network(remote), isProxied: isAddressIn(remote, trustedProxies) };
  senders.set(socket, sender);
  return sender;
}

/** The nearest address that isn't a trusted proxy. */
function clientBehind(header: string | string[] | undefined, remote: string, trusted: readonly string[]): string {
  const entries = String(header ?? "")
    .split(",")
    .slice(-proxiesMax)
    .toReversed();
  let address = remote;
  for (const entry of entries) {
    address = plainAddress(entry) ?? address;
    if (!isAddressIn(address, trusted)) break;
  }
  return network(address);
}

function network(address: string): string {
  return canonicalAddress({ ip: address });
}
