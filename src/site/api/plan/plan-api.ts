import { hash } from "node:crypto";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { Frontmatter } from "../../source/frontmatter.ts";
import { isHttpMethod } from "../../source/http-methods.ts";
import type { PageApi, PlannedApi } from "../../source/page-api.ts";
import { serverOrigins } from "../view/server-view.ts";
import { apiPageOptions } from "./api-page-options.ts";
import type { FoundOperation } from "./find-target.ts";
import type { ReadSpec } from "./project-specs.ts";

export function planOperation(found: FoundOperation, frontmatter: Frontmatter, config: SiteConfig): PlannedApi {
  const { spec, operation } = found;
  const { kind, method, path, origins, hasServer } = operation;
  const options = apiPageOptions(config, frontmatter, hasServer && kind === "operation");
  const describes = frontmatter.description === undefined;
  const target = kind === "webhook" ? { kind, name: path } : { kind, method, path };
  return {
    part: { kind: "spec", file: spec.file, specKey: spec.key, target, options, describes },
    hash: hashOf(operation.hash, spec.file, options, describes),
    badge: kind === "webhook" ? "webhook" : method,
    origins: options.tester === "interactive" ? origins : [],
    describes,
  };
}

export function planSchema(
  spec: ReadSpec,
  schema: { name: string; hash: string | undefined },
  frontmatter: Frontmatter,
  config: SiteConfig,
): PlannedApi {
  const options = apiPageOptions(config, frontmatter, false);
  const describes = frontmatter.description === undefined;
  const target = { kind: "schema" as const, name: schema.name };
  return {
    part: { kind: "spec", file: spec.file, specKey: spec.key, target, options, describes },
    hash: hashOf(schema.hash, spec.file, options, describes),
    badge: undefined,
    origins: [],
    describes,
  };
}

const writtenPattern = /^(?:([a-z]+)\s+)?(?:(https?:\/\/[^/\s]+))?(\/\S*)?$/i;

/** `POST /users`, also with the whole address, or undefined when the text is neither. */
export function planWritten(text: string, frontmatter: Frontmatter, config: SiteConfig): PlannedApi | undefined {
  const [whole, word = "get", server, path = "/"] = writtenPattern.exec(text.trim()) ?? [];
  const method = word.toLowerCase();
  if (whole === undefined || !isHttpMethod(method)) return undefined;
  const { mdx } = config.api ?? {};
  const servers = server === undefined ? (mdx?.server ?? []) : [server];
  const authMethod = frontmatter.authMethod ?? mdx?.auth?.method ?? "none";
  const part: PageApi = {
    kind: "written",
    method,
    path,
    servers,
    auth: authMethod === "none" ? undefined : { method: authMethod, name: mdx?.auth?.name },
    options: apiPageOptions(config, frontmatter, servers.length > 0),
  };
  const views = servers.map((url) => ({ url, description: undefined, variables: [] }));
  return {
    part,
    hash: hashOf(part),
    badge: part.method,
    origins: part.options.tester === "interactive" ? serverOrigins(views) : [],
    describes: false,
  };
}

export function hashOf(...parts: unknown[]): string {
  return hash("sha256", JSON.stringify(parts));
}
