import { posix } from "node:path";
import { isHttpMethod } from "../../source/http-methods.ts";
import type { ApiTarget } from "../../source/page-api.ts";

export type OperationTarget = Exclude<ApiTarget, { kind: "schema" }>;

/** How an author names an operation: `[file] METHOD /path` or `[file] webhook name`. */
export interface TargetName {
  file: string | undefined;
  target: OperationTarget;
}

const nameLengthMax = 2_000;
const pattern = /^(?:(.*?)\s+)?(get|put|post|delete|options|head|patch|trace|webhook)\s+(\S.*)$/i;

export function parseTargetName(text: string): TargetName | undefined {
  const [, file, word, rest] = pattern.exec(text.trim().slice(0, nameLengthMax)) ?? [];
  const target = word === undefined || rest === undefined ? undefined : operationTarget(word, rest);
  return target === undefined ? undefined : { file, target };
}

/** `[file] Name` of a schema or channel. */
export function parseSchemaName(text: string): { file: string | undefined; name: string } {
  const [, file, name] = /^(?:(.*?)\s+)?(\S+)$/.exec(text.trim().slice(0, nameLengthMax)) ?? [];
  return { file, name: name ?? "" };
}

/** `GET` and `/users`, or `webhook` and its name. */
export function operationTarget(word: string, rest: string): OperationTarget | undefined {
  const method = word.toLowerCase();
  if (method === "webhook") return { kind: "webhook", name: rest };
  return isHttpMethod(method) && rest.startsWith("/") ? { kind: "operation", method, path: rest } : undefined;
}

/** `GET /users`, for messages and lists. */
export function describeTarget(target: OperationTarget): string {
  return target.kind === "webhook" ? `webhook ${target.name}` : `${target.method.toUpperCase()} ${target.path}`;
}

export function isWebAddress(source: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(source.trim());
}

/** `/specs/a.json` and `./specs/a.json` are the file `specs/a.json`. */
export function normalizeSpecPath(path: string): string {
  return path.trim().replace(/^(?:\.?\/)+/, "");
}

/** The name of a description in docs.json: its normalized path, or its address. */
export function specName(source: string): string {
  return isWebAddress(source) ? source.trim() : normalizeSpecPath(source);
}

/**
 * The files a name can refer to, most likely first. Paths in docs.json start at the project root. A page can also use a
 * path relative to its own folder, as tools that generate such pages do.
 */
export function specPathsOf(name: string, pageFile: string | undefined): string[] {
  const path = name.trim();
  const fromRoot = normalizeSpecPath(path);
  if (pageFile === undefined || path.startsWith("/") || isWebAddress(path)) return [fromRoot];
  const fromPage = posix.join(posix.dirname(pageFile), path);
  return path.startsWith(".") ? [fromPage, fromRoot] : [fromRoot, fromPage];
}
