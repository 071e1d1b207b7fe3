import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { ApiTarget } from "../../source/page-api.ts";
import { type Channels, serversOf } from "./channels.ts";
import { componentsOf, lookUp, objectField, own, parsePointer, type SpecDocument, textField } from "./spec-document.ts";
import { specLimits } from "./spec-limits.ts";
import { isWebAddress } from "./target-name.ts";
import { yamlText } from "./yaml-text.ts";

const excerptBytesMax = 60_000;

/**
 * The part of a description that one page shows, for the page's Markdown. It includes the components it refers to,
 * the nearest references first, until the excerpt is long enough.
 */
export function specExcerpt(document: SpecDocument, target: ApiTarget): string {
  const { root } = document;
  const excerpt: JsonObject = { openapi: own(root, "openapi") ?? "3.1.0", ...targetPart(document, target) };
  const servers = own(root, "servers");
  if (target.kind === "operation" && servers !== undefined) excerpt.servers = servers;
  return completeExcerpt(document, excerpt, target.kind === "operation");
}

function targetPart(document: SpecDocument, target: ApiTarget): JsonObject {
  if (target.kind === "schema") return { schema: own(componentsOf(document, "schemas"), target.name) ?? {} };
  const [section, name] = target.kind === "webhook" ? ["webhooks", target.name] : ["paths", target.path];
  const item = objectField(objectField(document.root, section), name);
  const wanted = target.kind === "webhook" ? item : { ...pick(item, "parameters"), ...pick(item, target.method) };
  const holder: JsonObject = {};
  setOwn(holder, name, wanted);
  return { [section]: holder };
}

function pick(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return value === undefined ? {} : { [key]: value };
}

/** The excerpt for a channel, with its servers, its operations and the channels of replies. */
export function channelExcerpt(channels: Channels, name: string): string {
  const { document, version, find, operationsOf } = channels;
  const { root } = document;
  let bytesLeft = excerptBytesMax;
  const add = (holder: JsonObject, section: string, key: string) => {
    const value = own(objectField(root, section), key);
    if (value === undefined || Object.hasOwn(holder, key)) return;
    bytesLeft -= JSON.stringify(value).length;
    if (bytesLeft >= 0) setOwn(holder, key, value);
  };
  const excerpt: JsonObject = { asyncapi: own(root, "asyncapi") ?? "3.0.0" };
  const contentType = textField(root, "defaultContentType");
  if (contentType !== undefined) excerpt.defaultContentType = contentType;
  const servers: JsonObject = {};
  for (const server of serversOf(channels, find(name) ?? {})) add(servers, "servers", server.name);
  if (Object.keys(servers).length > 0) excerpt.servers = servers;
  const chosen: JsonObject = {};
  setOwn(chosen, name, own(objectField(root, "channels"), name) ?? {});
  excerpt.channels = chosen;
  if (version === 2) return completeExcerpt(document, excerpt, true);
  const operations: JsonObject = {};
  for (const operation of operationsOf(name).slice(0, specLimits.channelOperationsMax)) {
    if (operation.name !== undefined) add(operations, "operations", operation.name);
  }
  if (Object.keys(operations).length > 0) excerpt.operations = operations;
  for (const reference of referencesIn(operations)) {
    const [section, other] = parsePointer(reference) ?? [];
    if (section === "channels" && other !== undefined) add(chosen, "channels", other);
  }
  return completeExcerpt(document, excerpt, false);
}

/** Adds the components an excerpt refers to. */
function completeExcerpt(document: SpecDocument, excerpt: JsonObject, addsSecurity: boolean): string {
  const components: JsonObject = {};
  const waiting = referencesIn(excerpt);
  const seen = new Set(waiting);
  if (addsSecurity) addSecurity(document, excerpt, components);
  let bytes = JSON.stringify(excerpt).length;
  let left = 0;
  for (let at = 0; at < waiting.length; at += 1) {
    const [, kind, name, ...rest] = parsePointer(waiting[at] ?? "") ?? [];
    if (kind === undefined || name === undefined || rest.length > 0) continue;
    const value = lookUp(document.root, ["components", kind, name]);
    if (value === undefined) continue;
    const size = JSON.stringify(value).length;
    if (bytes + size > excerptBytesMax) {
      left += 1;
      continue;
    }
    bytes += size;
    const holder = objectField(components, kind);
    setOwn(holder, name, value);
    components[kind] = holder;
    for (const reference of referencesIn(value)) {
      if (!seen.has(reference)) waiting.push(reference);
      seen.add(reference);
    }
  }
  if (Object.keys(components).length > 0) excerpt.components = components;
  const address = isWebAddress(document.file) ? document.file : `/${document.file}`;
  return (left === 0 ? "" : `# ${left} more components are in ${address}\n`) + yamlText(excerpt);
}

/** Security schemes are named rather than referenced, so they are searched for by name. */
function addSecurity(document: SpecDocument, excerpt: JsonObject, components: JsonObject): void {
  const security = own(document.root, "security");
  if (security !== undefined) excerpt.security = security;
  const text = JSON.stringify(excerpt);
  const schemes = Object.entries(componentsOf(document, "securitySchemes"));
  const used = schemes.filter(([name]) => text.includes(JSON.stringify(name)));
  if (used.length > 0) components.securitySchemes = Object.fromEntries(used);
}

function referencesIn(value: JsonValue): string[] {
  const found = new Set<string>();
  const waiting: JsonValue[] = [value];
  for (let at = 0; at < waiting.length; at += 1) {
    const next = waiting[at];
    if (Array.isArray(next)) waiting.push(...next);
    else if (isJsonObject(next)) {
      const reference = own(next, "$ref");
      if (typeof reference === "string") found.add(reference);
      waiting.push(...Object.values(next));
    }
  }
  return [...found];
}

/** Unlike an assignment, this also works for `__proto__`. */
function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
