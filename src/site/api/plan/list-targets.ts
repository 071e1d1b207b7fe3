import { hash } from "node:crypto";
import { type HttpMethod, httpMethods } from "../../source/http-methods.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { Channels } from "../read/channels.ts";
import { channelExcerpt, specExcerpt } from "../read/excerpt.ts";
import { listField, objectField, own, resolveObject, type SpecDocument, textField } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { OperationTarget } from "../read/target-name.ts";
import { summarize, tagNames } from "../view/annotations.ts";
import type { ChannelView } from "../view/api-view.ts";
import { viewChannel } from "../view/channel-view.ts";
import { humanizeName } from "../view/humanize-name.ts";
import { findMethod, viewTarget } from "../view/operation-view.ts";
import { serverOrigins } from "../view/server-view.ts";

interface IndexedTarget {
  tag: string | undefined;
  description: string | undefined;
  deprecated: boolean;
  /** True for a target that has a page but no entry in the navigation. */
  hidden: boolean;
  excluded: boolean;
  href: string | undefined;
  metadata: JsonObject;
  /** A hash of everything that the page and its Markdown show. */
  hash: string;
}

/** The facts about an operation or webhook that planning needs. */
export interface IndexedOperation extends IndexedTarget {
  kind: "operation" | "webhook";
  method: HttpMethod;
  /** The path, or the name of a webhook. */
  path: string;
  summary: string | undefined;
  /** The servers to which the request tester may send requests. */
  origins: string[];
  hasServer: boolean;
}

/** The facts about a channel that planning needs. */
export interface IndexedChannel extends IndexedTarget {
  version: Channels["version"];
  name: string;
  address: string | undefined;
  title: string;
  /** The author's title, from which the page's address is made. */
  ownTitle: string | undefined;
  protocols: string[];
}

const descriptionLengthMax = 2_000;

/**
 * All operations in the order of the description, then all webhooks. At most one more than the limit, so that the
 * caller knows that there are more.
 */
export function listOperations(document: SpecDocument, pillKeys: readonly string[]): IndexedOperation[] {
  const found: IndexedOperation[] = [];
  for (const [path, listed] of Object.entries(objectField(document.root, "paths"))) {
    const item = resolveObject(document, listed);
    if (item === undefined || path.startsWith("x-")) continue;
    for (const method of httpMethods) {
      if (found.length > specLimits.operationsMax) return found;
      found.push(...indexOperation(document, { kind: "operation", method, path }, item, method, pillKeys));
    }
  }
  for (const [name, listed] of Object.entries(objectField(document.root, "webhooks"))) {
    const item = resolveObject(document, listed) ?? {};
    const method = findMethod(item);
    if (method === undefined || found.length > specLimits.operationsMax) continue;
    found.push(...indexOperation(document, { kind: "webhook", name }, item, method, pillKeys));
  }
  return found;
}

function indexOperation(
  document: SpecDocument,
  target: OperationTarget,
  item: JsonObject,
  method: HttpMethod,
  pillKeys: readonly string[],
): IndexedOperation[] {
  const operation = own(item, method);
  const view = isJsonObject(operation) ? viewTarget(document, target, { pillKeys, requiredOnly: false }) : undefined;
  if (!isJsonObject(operation) || view === undefined || view.kind === "schema") return [];
  return [
    {
      kind: target.kind,
      method,
      path: view.path,
      tag: listField(operation, "tags").find((tag): tag is string => typeof tag === "string" && tag.trim() !== ""),
      summary: view.summary,
      description: view.description?.slice(0, descriptionLengthMax),
      deprecated: view.deprecated,
      ...pageSettings(operation, item),
      origins: serverOrigins(view.servers),
      hasServer: view.servers.length > 0,
      hash: hashShown(view, specExcerpt(document, target)),
    },
  ];
}

/**
 * All channels in the order of the description. At most one more than the limit, so that the caller knows that there
 * are more.
 */
export function listChannels(channels: Channels, pillKeys: readonly string[]): IndexedChannel[] {
  return [...channels.names].slice(0, specLimits.channelsMax + 1).flatMap((name) => {
    const channel = channels.find(name);
    const view = viewChannel(channels, name, pillKeys);
    return channel === undefined || view === undefined ? [] : [indexChannel(channels, channel, view)];
  });
}

function indexChannel(channels: Channels, channel: JsonObject, view: ChannelView): IndexedChannel {
  const { name, address, title, description, summary, deprecated, protocols } = view;
  return {
    version: channels.version,
    name,
    address,
    title: channelTitle(view),
    ownTitle: title,
    description: (description ?? summary)?.slice(0, descriptionLengthMax),
    tag: view.tags[0] ?? operationTag(channels, name),
    deprecated,
    ...pageSettings(channel, {}),
    protocols,
    hash: hashShown(view, channelExcerpt(channels, name)),
  };
}

/** A channel's title, or otherwise its name if that is readable, its summary or its address. */
function channelTitle({ title, name, summary, operations, address }: ChannelView): string {
  const [operation, ...others] = operations;
  return (
    summarize(title) ??
    (/^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/.test(name) ? humanizeName(name) : undefined) ??
    summarize(summary) ??
    (others.length === 0 ? summarize(operation?.title) : undefined) ??
    address ??
    name
  );
}

/** In AsyncAPI 2 only operations have tags. */
function operationTag({ document, version, operationsOf }: Channels, name: string): string | undefined {
  if (version !== 2) return undefined;
  return operationsOf(name).flatMap(({ operation }) => tagNames(document, operation))[0];
}

function pageSettings(
  holder: JsonObject,
  pathItem: JsonObject,
): Pick<IndexedTarget, "hidden" | "excluded" | "href" | "metadata"> {
  const mint = objectField(holder, "x-mint");
  const metadata = objectField(mint, "metadata");
  // Groups can be set in any of these places and restrict access to the page.
  const groups = [objectField(pathItem, "x-mint"), mint, metadata]
    .map((object) => own(object, "groups"))
    .filter((value) => value !== undefined);
  return {
    hidden: own(holder, "x-hidden") === true,
    excluded: own(holder, "x-excluded") === true || own(pathItem, "x-excluded") === true,
    href: textField(mint, "href"),
    // An empty list is for nobody, whatever the others say.
    metadata: groups.length === 0 ? metadata : { ...metadata, groups: groups.some(isEmpty) ? [] : groups.flat() },
  };
}

function isEmpty(groups: JsonValue): boolean {
  return Array.isArray(groups) && groups.length === 0;
}

export function hashShown(view: unknown, excerpt: string): string {
  return hash("sha256", JSON.stringify([view, excerpt]));
}
