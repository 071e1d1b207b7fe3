import type { SitePlan } from "../outputs/site-plan.ts";
import { joinSources, type PolicySources } from "../shared/policy-sources.ts";
import { hostsBehind, integrationHosts } from "../source/integration-hosts.ts";
import type { SourceProject } from "../source/read-project.ts";
import type { RenderedSite } from "./render-site.ts";

/** Allows exactly what the pages of a site need: its scripts, the servers they name, its services, frames and forms. */
export function sitePolicy(
  { authorScripts }: SourceProject,
  { services }: SitePlan,
  site: RenderedSite,
): PolicySources {
  const articles = [...site.articles.values()].map(({ facts, code }) => ({ facts, code }));
  const pageCode = articles.flatMap(({ code }) => code ?? []);
  const origins = [...new Set([...authorScripts.origins, ...pageCode.flatMap((part) => part.origins)])];
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
      hasInlineStyles: authorScripts.scripts.length > 0 || pageCode.length > 0,
    },
    ...hostsBehind(origins),
    ...integrationHosts(services),
  ]);
}

function webOrigins(origins: readonly string[]): string[] {
  return origins.filter((origin) => origin.startsWith("https:"));
}
