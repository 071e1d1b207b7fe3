import { authorCodeHint } from "./author-scripts.ts";
import { at, type ConfigReport, type Place, reportValue, rootPlace } from "./config/config-report.ts";
import type { CustomScript } from "./config/custom-scripts.ts";
import { type Integrations, vendorNames } from "./config/integrations.ts";

/** What pages load from other servers. */
export interface Services {
  integrations: Integrations;
  customScripts: readonly CustomScript[];
}

/** The third-party services that pages load. Every service that isn't loaded is reported. */
export function chooseServices(
  { integrations = {}, customScripts = [] }: { integrations?: Integrations; customScripts?: CustomScript[] },
  { withAuthorCode, isPreview }: { withAuthorCode: boolean; isPreview: boolean },
  report: ConfigReport,
): Services {
  if (withAuthorCode && !isPreview) return { integrations, customScripts };
  const names = vendorNames.filter((name) => integrations[name] !== undefined);
  const places: Place[] = names.map((name) => at(rootPlace, "integrations", name));
  if (customScripts.length > 0) places.push(at(rootPlace, "customScripts"));
  for (const place of places) {
    if (isPreview) reportValue(report, place, "is not loaded: previews send no analytics", undefined, "note");
    else reportValue(report, place, "is not loaded, because scripts of the project are turned off", authorCodeHint);
  }
  return { integrations: {}, customScripts: [] };
}

/** The JSON settings for the script that loads the services; undefined if there is nothing to load. */
export function serviceSettings({ integrations, customScripts }: Services): string | undefined {
  const { telemetry: _, cookies, transcend, onetrust, ...vendors } = integrations;
  const lazyScripts = customScripts.filter(({ strategy }) => strategy === "lazyOnload").map(({ src }) => src);
  return lazyScripts.length > 0 || vendorNames.some((name) => vendors[name] !== undefined)
    ? JSON.stringify({
        vendors,
        consent: cookies,
        transcend,
        onetrust,
        ...(lazyScripts.length > 0 && { lazyScripts }),
      })
    : undefined;
}

/** The custom scripts in the document, which run before or after Lectern's own. */
export function scriptsAround(
  { customScripts }: Services,
  strategy: "beforeInteractive" | "afterInteractive",
): { src: string; isModule: false }[] {
  const chosen = customScripts.filter((script) => (script.strategy ?? "afterInteractive") === strategy);
  return chosen.map(({ src }) => ({ src, isModule: false }));
}
