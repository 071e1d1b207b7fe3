import type { SiteConfig } from "../../source/config/site-config.ts";
import type { SourcePage } from "../../source/read-page.ts";
import { parseSchemaName, parseTargetName } from "../read/target-name.ts";
import { attachChannel } from "./attach-channel.ts";
import { type AttachDeps, warn } from "./attach-warning.ts";
import { type FoundOperation, operationName } from "./find-target.ts";
import { warnMissingOperation } from "./missing-target.ts";
import { planOperation, planSchema, planWritten } from "./plan-api.ts";
import { summarise } from "./summarise.ts";

/** Gives a page the part of an API that its frontmatter names. A name that leads nowhere is a warning and a plain page. */
export function attachApi(page: SourcePage, deps: AttachDeps): SourcePage {
  const { openapi, "openapi-schema": schema, asyncapi, api } = page.frontmatter;
  if (openapi !== undefined) return attachOperation(page, openapi, deps);
  if (schema !== undefined) return attachSchema(page, schema, deps);
  if (asyncapi !== undefined) return attachChannel(page, asyncapi, deps);
  if (api === undefined) return page;
  const planned = planWritten(api, page.frontmatter, deps.config);
  if (planned !== undefined) return { ...page, api: planned };
  warn(page, deps, `"api" is "${api}", but must be a method and a path`, 'write for example "POST /users"');
  return page;
}

function attachOperation(page: SourcePage, text: string, deps: AttachDeps): SourcePage {
  const name = parseTargetName(text);
  if (name === undefined) {
    const hint = 'write for example "openapi.json GET /users"';
    warn(page, deps, `"openapi" is "${text}", but must name an operation, so the page has no API part`, hint);
    return page;
  }
  const found = deps.finder.find(name.target, name.file === undefined ? undefined : [name.file], page.file);
  if (found !== undefined) return withOperation(page, found, deps.config);
  warnMissingOperation(page, name, deps);
  return page;
}

/** What the page does not say itself, the operation does. */
function withOperation(page: SourcePage, found: FoundOperation, config: SiteConfig): SourcePage {
  const { frontmatter } = page;
  const { summary, description, deprecated } = found.operation;
  return {
    ...page,
    title: frontmatter.title ?? summarise(summary) ?? page.title,
    frontmatter: {
      ...frontmatter,
      description: frontmatter.description ?? summarise(description) ?? operationName(found.operation),
      deprecated: frontmatter.deprecated ?? deprecated,
    },
    api: planOperation(found, frontmatter, config),
  };
}

function attachSchema(page: SourcePage, text: string, deps: AttachDeps): SourcePage {
  const { file, name } = parseSchemaName(text);
  const specs = file === undefined ? deps.finder.all : [deps.finder.findSpec(file, page.file)];
  for (const spec of specs) {
    const schema = spec?.index.schemas.find((candidate) => candidate.name === name);
    if (spec === undefined || schema === undefined) continue;
    const api = planSchema(spec, schema, page.frontmatter, deps.config);
    return { ...page, title: page.frontmatter.title ?? name, api };
  }
  warn(
    page,
    deps,
    `"openapi-schema" is "${name}", but no API description has that model, so the page does not show it`,
  );
  return page;
}
