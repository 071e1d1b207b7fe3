import { type HttpMethod, isHttpMethod } from "../../source/http-methods.ts";
import type { DraftEndpoint } from "../../source/navigation/draft-tree.ts";

export type OperationTarget =
  | { kind: "operation"; method: HttpMethod; path: string }
  | { kind: "webhook"; name: string };

/** What an author writes for an operation: `[file] METHOD /path`, or `[file] webhook name`. */
export interface TargetName {
  file: string | undefined;
  target: OperationTarget;
}

const pattern = /^(?:(.*?)\s+)?(get|put|post|delete|options|head|patch|trace|webhook)\s+(\S.*)$/i;

/** Undefined for a text that names no operation. */
export function parseTargetName(text: string): TargetName | undefined {
  const [, file, word, rest] = pattern.exec(text.trim()) ?? [];
  if (word === undefined || rest === undefined) return undefined;
  const target = makeTarget(word, rest);
  return target === undefined ? undefined : { file, target };
}

/** `[file] Name` of a model. */
export function parseSchemaName(text: string): { file: string | undefined; name: string } {
  const [, file, name] = /^(?:(.*?)\s+)?(\S+)$/.exec(text.trim()) ?? [];
  return { file, name: name ?? "" };
}

export function endpointTarget({ method, path }: DraftEndpoint): OperationTarget | undefined {
  return makeTarget(method, path);
}

function makeTarget(word: string, rest: string): OperationTarget | undefined {
  const method = word.toLowerCase();
  if (method === "webhook") return { kind: "webhook", name: rest };
  return isHttpMethod(method) && rest.startsWith("/") ? { kind: "operation", method, path: rest } : undefined;
}

/** `GET /users`, for messages. */
export function describeTarget(target: OperationTarget): string {
  return target.kind === "webhook" ? `webhook ${target.name}` : `${target.method.toUpperCase()} ${target.path}`;
}
