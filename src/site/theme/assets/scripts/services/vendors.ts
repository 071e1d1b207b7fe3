import { defineGlobal, globals, loadScript, queueCalls } from "./load-script.ts";

type Settings = Readonly<Record<string, string>>;
export type Vendors = Readonly<Record<string, Settings>>;

/** Starts each service like the vendor's own snippet. The services send page views themselves. */
export const vendors: Readonly<Record<string, (settings: Settings) => void>> = {
  adobe: ({ launchUrl = "" }) => void loadScript(launchUrl),
  amplitude({ apiKey = "" }) {
    loadScript(`https://cdn.amplitude.com/script/${apiKey}.js`, {}, () => {
      call("amplitude", "init", apiKey, { autocapture: { pageViews: true } });
    });
  },
  clarity({ projectId = "" }) {
    queueCalls("clarity");
    loadScript(`https://www.clarity.ms/tag/${projectId}`);
  },
  clearbit({ publicApiKey = "" }) {
    loadScript(`https://tag.clearbitscripts.com/v1/${publicApiKey}/tags.js`).referrerPolicy =
      "strict-origin-when-cross-origin";
  },
  fathom: ({ siteId = "" }) => void loadScript("https://cdn.usefathom.com/script.js", { site: siteId }),
  frontchat({ snippetId = "" }) {
    loadScript("https://chat-assets.frontapp.com/v1/chat.bundle.js", {}, () => {
      const chat = globals().FrontChat;
      if (typeof chat === "function") chat("init", { chatId: snippetId, useDefaultLauncher: true });
    });
  },
  ga4({ measurementId = "" }) {
    const send = pushArguments();
    send("js", new Date());
    send("config", measurementId);
    loadScript(`https://www.googletagmanager.com/gtag/js?id=${measurementId}`);
  },
  gtm({ tagId = "" }) {
    dataLayer().push({ "gtm.start": Date.now(), event: "gtm.js" });
    loadScript(`https://www.googletagmanager.com/gtm.js?id=${tagId}`);
  },
  heap({ appId = "" }) {
    const heap = queueMethods("heap", [
      "track",
      "identify",
      "resetIdentity",
      "addUserProperties",
      "addEventProperties",
    ]);
    Object.assign(heap, { appid: appId, config: {} });
    loadScript(`https://cdn.heapanalytics.com/js/heap-${appId}.js`);
  },
  hightouch({ writeKey = "", apiHost = "us-east-1.hightouch-events.com" }) {
    const events = queueMethods("htevents", ["track", "identify", "page", "group", "alias", "ready", "reset"]);
    Object.assign(events, { _writeKey: writeKey, _loadOptions: { apiHost }, SNIPPET_VERSION: "0.0.1" });
    events.push(["page"]);
    loadScript("https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js");
  },
  hotjar({ hjid = "", hjsv = "" }) {
    queueCalls("hj");
    defineGlobal("_hjSettings", { hjid: Number(hjid), hjsv: Number(hjsv) });
    loadScript(`https://static.hotjar.com/c/hotjar-${hjid}.js?sv=${hjsv}`);
  },
  intercom({ appId = "" }) {
    const settings = defineGlobal("intercomSettings", { api_base: "https://api-iam.intercom.io", app_id: appId });
    queueCalls("Intercom")("boot", settings);
    loadScript(`https://widget.intercom.io/widget/${appId}`);
  },
  logrocket({ appId = "" }) {
    const onLoad = () => call("LogRocket", "init", appId);
    loadScript("https://cdn.logr-in.com/LogRocket.min.js", {}, onLoad).crossOrigin = "anonymous";
  },
  mixpanel({ projectToken = "", region = "us" }) {
    const host = region === "us" ? "https://api-js.mixpanel.com" : `https://api-${region}.mixpanel.com`;
    const options = { api_host: host, track_pageview: true, persistence: "localStorage" };
    defineGlobal("mixpanel", Object.assign([], { _i: [[projectToken, options, "mixpanel"]], __SV: 1.2, people: [] }));
    loadScript("https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js");
  },
  pirsch({ id = "" }) {
    loadScript("https://api.pirsch.io/pa.js", { code: id }).id = "pianjs";
  },
  plausible({ domain = "", server = "plausible.io" }) {
    queueCalls("plausible");
    loadScript(`https://${server}/js/script.js`, { domain });
  },
  posthog({ apiKey = "", apiHost = "us.i.posthog.com", sessionRecording }) {
    const options = {
      api_host: `https://${apiHost}`,
      disable_session_recording: sessionRecording !== (true as unknown),
    };
    defineGlobal("posthog", Object.assign([], { _i: [[apiKey, options, "posthog"]], __SV: 1, people: [] }));
    const assets = apiHost.replace(/^(us|eu)(?=\.i\.posthog\.com$)/, "$1-assets");
    loadScript(`https://${assets}/static/array.js`).crossOrigin = "anonymous";
  },
  segment({ key = "" }) {
    const analytics = queueMethods("analytics", ["track", "identify", "page", "group", "alias", "ready", "reset"]);
    Object.assign(analytics, { invoked: true, _writeKey: key, SNIPPET_VERSION: "5.2.1" });
    analytics.push(["page"]);
    loadScript(`https://cdn.segment.com/analytics.js/v1/${key}/analytics.min.js`);
  },
};

function call(name: string, method: string, ...values: unknown[]): void {
  const object = globals()[name] as Record<string, (...values: unknown[]) => void> | undefined;
  object?.[method]?.(...values);
}

function dataLayer(): unknown[] {
  return (globals().dataLayer as unknown[] | undefined) ?? defineGlobal("dataLayer", []);
}

function pushArguments(): (...values: unknown[]) => void {
  const layer = dataLayer();
  // Google's script ignores calls that don't look like an `arguments` object.
  const marks = { callee: undefined, [Symbol.toStringTag]: "Arguments" };
  return defineGlobal(
    "gtag",
    (...values) => void layer.push(Object.assign({ ...marks, length: values.length }, values)),
  );
}

/** An object that queues calls of the service's methods until the service's script replaces it. */
function queueMethods(name: string, methods: readonly string[]): unknown[] {
  const queue: unknown[] = [];
  const queued = methods.map(
    (method) => [method, (...values: unknown[]) => void queue.push([method, ...values])] as const,
  );
  return defineGlobal(name, Object.assign(queue, Object.fromEntries(queued)));
}
