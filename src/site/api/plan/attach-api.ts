import type { SourcePage } from "../../source/read-page.ts";
import { parseSchemaName, parseTargetName } from "../read/target-name.ts";
import { createMissingTargets, type MissingTargetDeps, type MissingTargets } from "./missing-target.ts";
import {
  type ApiPlanSettings,
  missingApi,
  planChannelPage,
  planMdxEndpoint,
  planOperationPage,
  planSchema,
} from "./plan-api.ts";

interface AttachDeps extends MissingTargetDeps {
  config: ApiPlanSettings;
}

/**
 * Attaches the API reference that a page's frontmatter names. If the reference isn't found, the page is built without
 * it, and a warning says so.
 */
export function attachApi(pages: readonly SourcePage[], deps: AttachDeps): SourcePage[] {
  const missing = createMissingTargets(deps);
  const attached = pages.map((page) => {
    const found = findApi(page, deps, missing);
    return found === undefined ? page : { ...page, ...found };
  });
  missing.reportShared();
  return attached;
}

function findApi(page: SourcePage, deps: AttachDeps, missing: MissingTargets): Partial<SourcePage> | undefined {
  const { openapi, "openapi-schema": schema, asyncapi, api } = page.frontmatter;
  if (openapi !== undefined) return findOperation(page, openapi, deps, missing);
  if (schema !== undefined) return findSchema(page, schema, deps, missing);
  if (asyncapi !== undefined) {
    const { file, name } = parseSchemaName(asyncapi);
    const found = deps.finder.findChannel(name, file, page.file);
    if (found !== undefined) return planChannelPage(found, page.frontmatter, deps.config);
    if (missing.warnChannel(page, name, file)) return { api: missingApi };
  } else if (api !== undefined) {
    const planned = planMdxEndpoint(api, page.frontmatter, deps.config);
    if (planned !== undefined) return { api: planned };
    missing.warn(page, `"api" is "${api}", but it must be a method and a path`, 'write, for example, "POST /users"');
  }
  return undefined;
}

function findOperation(page: SourcePage, text: string, { finder, config }: AttachDeps, missing: MissingTargets) {
  const name = parseTargetName(text);
  if (name === undefined) {
    const hint = 'write, for example, "openapi.json GET /users"';
    missing.warn(page, `"openapi" is "${text}", but it must name an operation, so the page has no API reference`, hint);
    return undefined;
  }
  const found = finder.findOperation(name.target, name.file === undefined ? undefined : [name.file], page.file);
  if (found !== undefined) return planOperationPage(found, page.frontmatter, config, page.title);
  return missing.warnOperation(page, name) ? { api: missingApi } : undefined;
}

function findSchema(page: SourcePage, text: string, { finder, config }: AttachDeps, missing: MissingTargets) {
  const { file, name } = parseSchemaName(text);
  for (const spec of file === undefined ? finder.all : [finder.findSpec(file, page.file)]) {
    const schema = spec?.index.schemas.find((candidate) => candidate.name === name);
    if (spec === undefined || schema === undefined) continue;
    const { frontmatter } = page;
    return { title: frontmatter.title ?? name, api: planSchema(spec, schema, frontmatter, config) };
  }
  missing.warn(
    page,
    `"openapi-schema" is "${name}", but no API description has that schema, so the page does not show it`,
  );
  return undefined;
}
