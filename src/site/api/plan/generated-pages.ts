import type { SiteConfig } from "../../source/config/site-config.ts";
import type { PlannedApi } from "../../source/page-api.ts";
import { pageUrl } from "../../source/page-url.ts";
import { checkFrontmatter } from "../../source/read-frontmatter.ts";
import type { SourcePage } from "../../source/read-page.ts";
import { channelSlug } from "./channel-slug.ts";
import type { FoundChannel } from "./find-channel.ts";
import { type FoundOperation, operationName } from "./find-target.ts";
import { operationSlug } from "./page-names.ts";
import { planOperation } from "./plan-api.ts";
import { planChannel } from "./plan-channel.ts";
import { summarise } from "./summarise.ts";

/** Makes the pages of operations and channels, each once, at addresses that no other page has. */
export interface GeneratedPages {
  /** The slug of its page below a folder. A page that an author has written at that address is that page. */
  slugFor(found: FoundOperation, directory: string): string;
  slugForChannel(found: FoundChannel, directory: string): string;
  /** Whether an author has written a page for an operation or a channel there. */
  isWrittenFor(slug: string): boolean;
  pages: SourcePage[];
}

export function createGeneratedPages(written: SourcePage[], config: SiteConfig): GeneratedPages {
  const writtenSlugs = new Set(written.map((page) => page.slug));
  const isFor = ({ frontmatter }: SourcePage) => (frontmatter.openapi ?? frontmatter.asyncapi) !== undefined;
  const writtenFor = new Set(written.filter(isFor).map((page) => page.slug));
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  const pages: SourcePage[] = [];
  const slugOf = (name: string, wanted: string, makePage: (slug: string) => SourcePage) => {
    const known = slugs.get(name);
    if (known !== undefined) return known;
    const slug = freeSlug(wanted, taken);
    slugs.set(name, slug);
    taken.add(slug);
    if (!writtenSlugs.has(slug)) pages.push(makePage(slug));
    return slug;
  };
  return {
    pages,
    isWrittenFor: (slug) => writtenFor.has(slug),
    slugFor(found, directory) {
      const { spec, operation } = found;
      const name = `${directory}\n${spec.file}\n${operation.kind} ${operation.method} ${operation.path}`;
      return slugOf(name, operationSlug(operation, directory), (slug) => operationPage(slug, found, config));
    },
    slugForChannel(found, directory) {
      const { spec, channel } = found;
      const name = `${directory}\n${spec.file}\nchannel ${channel.name}`;
      return slugOf(name, channelSlug(channel, directory), (slug) => channelPage(slug, found, config));
    },
  };
}

/** Repeats get `-1`, `-2`, as other tools for the format number them. */
function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 1;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

function operationPage(slug: string, found: FoundOperation, config: SiteConfig): SourcePage {
  const { summary, path, description, deprecated, metadata } = found.operation;
  const { frontmatter } = checkFrontmatter(metadata, found.spec.file);
  const named = operationName(found.operation);
  return generatedPage(slug, {
    title: frontmatter.title ?? summarise(summary) ?? named,
    frontmatter: {
      // The method stands beside the title there already.
      ...(summary === undefined && { sidebarTitle: path }),
      ...frontmatter,
      description: frontmatter.description ?? summarise(description) ?? named,
      deprecated: frontmatter.deprecated ?? deprecated,
    },
    api: planOperation(found, frontmatter, config),
  });
}

function channelPage(slug: string, found: FoundChannel, config: SiteConfig): SourcePage {
  const { title, name, address, description, deprecated, metadata } = found.channel;
  const { frontmatter } = checkFrontmatter(metadata, found.spec.file);
  return generatedPage(slug, {
    title: frontmatter.title ?? title,
    frontmatter: {
      ...frontmatter,
      description: frontmatter.description ?? summarise(description) ?? address ?? name,
      deprecated: frontmatter.deprecated ?? deprecated,
    },
    api: planChannel(found, frontmatter, config),
  });
}

/** There is no file behind it: its text is the description, and `x-mint.metadata` is its frontmatter. */
function generatedPage(
  slug: string,
  { title, frontmatter, api }: Pick<SourcePage, "title" | "frontmatter"> & { api: PlannedApi },
): SourcePage {
  const file = `${slug}.mdx`;
  return {
    file,
    format: "mdx",
    body: "",
    bodyHash: "",
    firstLine: 1,
    slug,
    url: pageUrl(file),
    title,
    frontmatter,
    api: { ...api, isGenerated: true },
  };
}
