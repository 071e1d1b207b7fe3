import type { PlannedPage, SitePlan } from "../outputs/site-plan.ts";
import { joinSources, type PolicySources } from "../shared/policy-sources.ts";
import { pageFilePath } from "../shared/site-file.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import { hostsBehind, integrationHosts } from "../source/integration-hosts.ts";
import type { SourceProject } from "../source/read-project.ts";
import type { RenderedSite } from "./render-site.ts";

/** Allows only what the pages of a site need: its scripts, the servers in these scripts, services, frames and forms. */
export function sitePolicy(
  { authorScripts }: SourceProject,
  { services }: SitePlan,
  site: RenderedSite,
  { islandOriginsMax }: SiteLimits,
): PolicySources {
  const articles = [...site.articles.values()];
  const islands = articles.flatMap((article) => article.islands ?? []);
  const islandOrigins = [...new Set(islands.flatMap((island) => island.origins))].toSorted().slice(0, islandOriginsMax);
  const pageCode = articles.flatMap(({ code }) => code ?? []);
  const customOrigins = services.customScripts.map(({ src }) => new URL(src).origin);
  const pageOrigins = pageCode.flatMap((part) => part.origins);
  const origins = [...new Set([...customOrigins, ...authorScripts.origins, ...pageOrigins])];
  const scripts = [...authorScripts.scripts.map(({ src }) => src), ...pageCode.flatMap((part) => part.scripts)].filter(
    (src) => src.startsWith("/") && !src.startsWith("/_lectern/"),
  );
  return joinSources([
    {
      script: [...scripts, ...webOrigins(origins)],
      connect: origins,
      style: webOrigins(origins),
      font: webOrigins(origins),
      frame: [...webOrigins(origins), ...articles.flatMap(({ facts }) => facts.frameOrigins ?? [])],
      form: articles.flatMap(({ facts }) => facts.formOrigins ?? []),
      // Authors' scripts often add style elements. Allowing that is safe, because authors can add stylesheets anyway.
      hasInlineStyles: customOrigins.length > 0 || authorScripts.scripts.length > 0 || pageCode.length > 0,
    },
    { connect: islandOrigins, frame: islandOrigins },
    ...hostsBehind(origins),
    ...integrationHosts(services.integrations),
  ]);
}

function webOrigins(origins: readonly string[]): string[] {
  return origins.filter((origin) => origin.startsWith("https:"));
}

/** Pages whose request tester calls the same servers. */
export interface PageConnections {
  origins: string[];
  /** Files of the site. */
  paths: string[];
}

/** The servers that each page may call, for the content security policies. Pages with the same servers are grouped. */
export function listConnections(pages: readonly PlannedPage[]): PageConnections[] {
  const groups = Map.groupBy(pages, ({ source }) => (source.api?.origins ?? []).toSorted().join(" "));
  groups.delete("");
  return [...groups].map(([origins, group]) => {
    return { origins: origins.split(" "), paths: group.map(({ source }) => pageFilePath(source.url)) };
  });
}
