import type { SiteConfig } from "../../source/config/site-config.ts";
import type { Frontmatter } from "../../source/frontmatter.ts";
import type { ApiPageOptions } from "../../source/page-api.ts";

const defaultLanguages = ["curl", "javascript", "python", "go"];

/** What docs.json says about all API pages, and the page about itself. */
export function apiPageOptions(
  { api, markdown }: SiteConfig,
  { playground }: Frontmatter,
  hasServer: boolean,
): ApiPageOptions {
  const display = playground ?? api?.playground?.display ?? "interactive";
  const { examples, params } = api ?? {};
  return {
    // Readers cannot sign in yet, so nobody is one of those that `auth` lets test.
    tester: display === "none" ? "none" : display === "interactive" && hasServer ? "interactive" : "simple",
    credentials: api?.playground?.credentials === true,
    showsServer: api?.url === "full",
    expandsFields: params?.expanded === "all",
    pillKeys: params?.post ?? [],
    languages: examples?.languages ?? defaultLanguages,
    requiredOnly: examples?.defaults === "required",
    prefills: examples?.prefill === true,
    generatesSamples: examples?.autogenerate !== false,
    includesSpec: markdown?.schema !== false,
  };
}
