import { closest } from "./page.ts";

// Reports what the server can't see: clicks, and pages that the browser had already fetched. The server counts the rest.
// Nothing is stored in the browser, and nothing is sent if it asks not to be tracked.

interface PrivateNavigator extends Navigator {
  globalPrivacyControl?: boolean;
}

const { globalPrivacyControl, doNotTrack } = navigator as PrivateNavigator;
const { dataset } = document.body;
const isOn = /"analytics":true/.test(dataset.reader ?? "") && !globalPrivacyControl && doNotTrack !== "1";

if (isOn) {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // Nothing was transferred: the page was fetched ahead, or comes from the browser's cache.
  if (entry?.decodedBodySize && !entry.transferSize) note("view", document.referrer);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) note("view");
  });
  document.addEventListener("click", ({ target }) => {
    const link = closest<HTMLAnchorElement>(target, "a[href]");
    const menu = closest(target, ":is(.page-menu, .page-options) :is(a, button)");
    if (menu?.dataset.copyPage) note("page_copy");
    else if (menu && link) note("open_in", link.hostname || link.protocol);
    else if (closest(target, ".copy, [data-copy]")) note("code_copy");
    else if (link && link.origin !== location.origin) note("outbound", link.href);
  });
}

function note(type: string, target = ""): void {
  const base = document.documentElement.dataset.basePath ?? "";
  const page = location.pathname.slice(base.length) || "/";
  const body = JSON.stringify({ type, page, target: target.slice(0, 1000) });
  navigator.sendBeacon(`${base}/_lectern/api/note`, new Blob([body], { type: "application/json" }));
}
