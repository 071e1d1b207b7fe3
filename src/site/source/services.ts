import { authorCodeHint } from "./author-scripts.ts";
import { type ConfigReport, reportValue } from "./config/config-report.ts";
import { type Integrations, vendorNames } from "./config/integrations.ts";
import { at, rootPlace } from "./config/place.ts";

/** The third-party services that pages load. Every service that isn't loaded is reported. */
export function chooseServices(
  { integrations = {} }: { integrations?: Integrations },
  { withAuthorCode, isPreview }: { withAuthorCode: boolean; isPreview: boolean },
  report: ConfigReport,
): Integrations {
  const names = vendorNames.filter((name) => integrations[name] !== undefined);
  if (names.length === 0 || (withAuthorCode && !isPreview)) return integrations;
  for (const name of names) {
    const place = at(rootPlace, "integrations", name);
    if (isPreview) reportValue(report, place, "is not loaded: previews send no analytics", undefined, "note");
    else reportValue(report, place, "is not loaded, because scripts of the project are turned off", authorCodeHint);
  }
  return {};
}

/** The JSON settings for the script that loads the services; undefined if there is nothing to load. */
export function serviceSettings(services: Integrations): string | undefined {
  const { telemetry: _, cookies, transcend, ...vendors } = services;
  return vendorNames.some((name) => vendors[name] !== undefined)
    ? JSON.stringify({ vendors, consent: cookies, transcend })
    : undefined;
}
