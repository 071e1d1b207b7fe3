import { nearestWord } from "../../source/config/nearest-word.ts";
import type { SourcePage } from "../../source/read-page.ts";
import { parseSchemaName } from "../read/target-name.ts";
import { type AttachDeps, warn } from "./attach-warning.ts";
import { findChannel } from "./find-channel.ts";
import { warnMissingSpec } from "./missing-target.ts";
import { planChannel } from "./plan-channel.ts";
import { summarise } from "./summarise.ts";

/** Gives a page the channel that its frontmatter names. What the page does not say itself, the channel does. */
export function attachChannel(page: SourcePage, text: string, deps: AttachDeps): SourcePage {
  const { file, name } = parseSchemaName(text);
  const found = findChannel(deps.finder, name, file, page.file);
  if (found === undefined) {
    warnMissing(page, name, file, deps);
    return page;
  }
  const { frontmatter } = page;
  const { title, description, address, deprecated } = found.channel;
  return {
    ...page,
    title: frontmatter.title ?? title,
    frontmatter: {
      ...frontmatter,
      description: frontmatter.description ?? summarise(description) ?? address ?? name,
      deprecated: frontmatter.deprecated ?? deprecated,
    },
    api: planChannel(found, frontmatter, deps.config),
  };
}

function warnMissing(page: SourcePage, name: string, file: string | undefined, deps: AttachDeps): void {
  if (file !== undefined && warnMissingSpec(page, "asyncapi", file, deps)) return;
  const { finder } = deps;
  const spec = file === undefined ? undefined : finder.findSpec(file, page.file);
  const where = file === undefined ? "no AsyncAPI description of the project has it" : `${file} does not have it`;
  const names = (spec === undefined ? finder.all : [spec])
    .flatMap(({ index }) => index.channels)
    .map((one) => one.name);
  const nearest = nearestWord(name, names.slice(0, comparedMax));
  const hint = nearest === undefined ? undefined : `did you mean "${nearest}"?`;
  warn(page, deps, `"asyncapi" is "${name}", but ${where}, so the page has no API part`, hint);
}

const comparedMax = 3_000;
