import type { PolicySources } from "../shared/policy-sources.ts";
import type { Integrations, VendorName } from "./config/integrations.ts";

type Hosts = Partial<PolicySources>;

/** The servers that each service needs, from the vendor's own list for content security policies. */
const hosts: { [Name in VendorName]: (settings: NonNullable<Integrations[Name]>) => Hosts } = {
  adobe: ({ launchUrl }) => ({
    script: [new URL(launchUrl).origin, "https://assets.adobedtm.com"],
    connect: ["https://*.demdex.net", "https://*.omtrdc.net", "https://*.adobedc.net", "https://assets.adobedtm.com"],
    frame: ["https://*.demdex.net"],
  }),
  amplitude: () => ({
    script: ["https://cdn.amplitude.com"],
    connect: ["https://*.amplitude.com"],
  }),
  clarity: () => ({
    script: ["https://www.clarity.ms", "https://scripts.clarity.ms"],
    connect: ["https://*.clarity.ms", "https://c.bing.com"],
  }),
  clearbit: () => ({
    script: ["https://tag.clearbitscripts.com", "https://x.clearbitjs.com", "https://reveal.clearbit.com"],
    connect: ["https://x.clearbitjs.com", "https://app.clearbit.com", "https://reveal.clearbit.com"],
  }),
  fathom: () => ({ script: ["https://cdn.usefathom.com"], connect: ["https://cdn.usefathom.com"] }),
  frontchat: () => ({
    script: ["https://chat-assets.frontapp.com"],
    connect: ["https://*.frontapp.com", "wss://*.frontapp.com"],
    frame: ["https://chat-assets.frontapp.com", "https://chat.frontapp.com"],
    font: ["https://chat-assets.frontapp.com"],
    hasInlineStyles: true,
  }),
  ga4: () => google,
  gtm: () => ({ ...google, frame: ["https://www.googletagmanager.com"] }),
  heap: () => ({
    script: ["https://cdn.heapanalytics.com", "https://heapanalytics.com"],
    connect: ["https://heapanalytics.com"],
  }),
  hightouch: ({ apiHost = "us-east-1.hightouch-events.com" }) => ({
    script: ["https://cdn.hightouch-events.com"],
    connect: [`https://${apiHost}`, "https://cdn.hightouch-events.com"],
  }),
  hotjar: () => ({
    script: ["https://static.hotjar.com", "https://script.hotjar.com"],
    connect: ["https://*.hotjar.com", "https://*.hotjar.io", "wss://*.hotjar.com"],
    frame: ["https://vars.hotjar.com"],
    font: ["https://script.hotjar.com"],
    hasInlineStyles: true,
  }),
  intercom: () => ({
    script: ["https://widget.intercom.io", "https://js.intercomcdn.com", "https://app.intercom.io"],
    connect: [
      "https://*.intercom.io",
      "wss://*.intercom.io",
      "https://*.intercomcdn.com",
      "https://uploads.intercomusercontent.com",
    ],
    frame: ["https://intercom-sheets.com", "https://www.intercom-reporting.com"],
    font: ["https://js.intercomcdn.com", "https://fonts.intercomcdn.com"],
    form: ["https://intercom.help", "https://api-iam.intercom.io"],
    hasInlineStyles: true,
  }),
  logrocket: () => ({
    script: ["https://cdn.logr-in.com", "https://cdn.lr-in-prod.com"],
    connect: ["https://r.logr-in.com", "https://r.lr-in-prod.com"],
    hasWorkers: true,
  }),
  mixpanel: ({ region = "us" }) => ({
    script: ["https://cdn.mxpnl.com"],
    connect:
      region === "us"
        ? ["https://api.mixpanel.com", "https://api-js.mixpanel.com"]
        : [`https://api-${region}.mixpanel.com`],
  }),
  pirsch: () => ({ script: ["https://api.pirsch.io"], connect: ["https://api.pirsch.io"] }),
  plausible: ({ server = "plausible.io" }) => ({ script: [`https://${server}`], connect: [`https://${server}`] }),
  posthog: ({ apiHost = "us.i.posthog.com" }) => {
    const [host = ""] = apiHost.split("/");
    const origins = [`https://${host}`, `https://${posthogAssets(host)}`];
    return { script: origins, connect: origins, hasWorkers: true };
  },
  segment: () => ({
    script: ["https://cdn.segment.com"],
    connect: ["https://cdn.segment.com", "https://api.segment.io", "https://cdn-settings.segment.com"],
  }),
};

const google: Hosts = {
  script: ["https://www.googletagmanager.com"],
  connect: ["https://www.googletagmanager.com", "https://*.google-analytics.com", "https://*.analytics.google.com"],
};

const transcend: Hosts = {
  script: ["https://transcend-cdn.com"],
  connect: ["https://transcend-cdn.com", "https://telemetry.transcend.io"],
  hasInlineStyles: true,
};

const onetrustHosts = ["https://cdn.cookielaw.org", "https://geolocation.onetrust.com"];

const onetrust = (scriptSource: string | undefined): Hosts => {
  const own = scriptSource === undefined ? [] : [new URL(scriptSource).origin];
  return {
    script: [...onetrustHosts, ...own],
    connect: [...onetrustHosts, "https://*.onetrust.com", ...own],
    hasInlineStyles: true,
  };
};

/** PostHog's cloud has a second host for files. A proxy serves files and data from the same host. */
function posthogAssets(apiHost: string): string {
  return apiHost.replace(/^(us|eu)(?=\.i\.posthog\.com$)/, "$1-assets");
}

/** The servers that the configured services need. */
export function integrationHosts(integrations: Integrations): Hosts[] {
  const needed = Object.entries(hosts).flatMap(([name, hostsOf]) => {
    const settings = integrations[name as VendorName];
    return settings === undefined ? [] : [(hostsOf as (settings: unknown) => Hosts)(settings)];
  });
  return [
    ...needed,
    ...(integrations.transcend === undefined ? [] : [transcend]),
    ...(integrations.onetrust === undefined ? [] : [onetrust(integrations.onetrust.scriptSource)]),
  ];
}

/** The servers of services whose scripts the project loads itself. A service is recognized by its script's server. */
export function hostsBehind(origins: readonly string[]): Hosts[] {
  return Object.values(hosts)
    .map((hostsOf) => (hostsOf as (settings: unknown) => Hosts)({ launchUrl: "https://assets.adobedtm.com" }))
    .concat(transcend, onetrust(undefined))
    .filter(({ script = [] }) => script.some((origin) => origins.includes(origin)));
}
