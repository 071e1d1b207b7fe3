// Loads the third-party services of docs.json, after the reader's consent if the site asks for it. The vendors' own
// snippets are inline scripts, which a site's content security policy doesn't allow.
import { defineGlobal, globals, loadScript } from "./load-script.ts";
import { type Vendors, vendors } from "./vendors.ts";

interface ServiceSettings {
  vendors: Vendors;
  consent?: { key: string; value: string };
  transcend?: { bundleId: string; analyticsPurpose?: string };
  onetrust?: OneTrust;
  lazyScripts?: string[];
}

const { services = "{}" } = document.currentScript?.dataset ?? {};
start(JSON.parse(services) as ServiceSettings);

function start({ vendors: chosen, consent, transcend, onetrust, lazyScripts = [] }: ServiceSettings): void {
  const load = () => {
    for (const [name, settings] of Object.entries(chosen)) {
      // Each service starts in its own task, so that an error is reported and doesn't keep the others from loading.
      setTimeout(() => vendors[name]?.(settings));
    }
  };
  const loadWithConsent = () =>
    onetrust === undefined ? whenConsented(consent, load) : whenCategoryAllowed(onetrust, load);
  if (transcend === undefined) loadWithConsent();
  else {
    loadScript(`https://transcend-cdn.com/cm/${transcend.bundleId}/airgap.js`, {}, () =>
      whenPurposeAllowed(transcend.analyticsPurpose ?? "Analytics", loadWithConsent),
    );
  }
  whenIdle(() => {
    for (const src of lazyScripts) loadScript(src);
  });
}

/** Calls `work` when the page has loaded and the browser has nothing else to do. Safari has no idle callbacks. */
function whenIdle(work: () => void): void {
  const wait = () => (typeof requestIdleCallback === "function" ? requestIdleCallback(work) : setTimeout(work, 1));
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}

interface OneTrust {
  domainScript: string;
  /** The category of cookies that services belong to. OneTrust's own default for analytics is C0002. */
  categoryId?: string;
  scriptSource?: string;
}

const onetrustScript = "https://cdn.cookielaw.org/scripttemplates/otSDKStub.js";

/**
 * Loads nothing until the reader allows the category. OneTrust calls `OptanonWrapper` when it has loaded and after each
 * choice. When a reader withdraws consent, the page is loaded again, because scripts can't be unloaded.
 */
function whenCategoryAllowed({ domainScript, categoryId = "C0002", scriptSource }: OneTrust, load: () => void): void {
  const before = globals().OptanonWrapper;
  let isLoaded = false;
  defineGlobal("OptanonWrapper", () => {
    if (typeof before === "function") before();
    const { OnetrustActiveGroups: groups } = globals();
    const isAllowed = typeof groups === "string" && groups.split(",").includes(categoryId);
    if (isLoaded && !isAllowed) location.reload();
    else if (isAllowed && !isLoaded) {
      isLoaded = true;
      load();
    }
  });
  loadScript(scriptSource ?? onetrustScript, { domainScript });
}

interface Airgap {
  ready?(callback: (airgap: Airgap) => void): void;
  getConsent?(): { purposes?: Record<string, unknown> };
  addEventListener?(event: "consent-change", listener: () => void): void;
}

/**
 * Loads nothing until the purpose is allowed. If a reader withdraws consent, that applies from the next page on,
 * because scripts can't be unloaded.
 */
function whenPurposeAllowed(purpose: string, load: () => void): void {
  const { airgap } = window as { airgap?: Airgap };
  airgap?.ready?.((ready) => {
    let isLoaded = false;
    const check = () => {
      const isAllowed = ready.getConsent?.().purposes?.[purpose] === true;
      if (isLoaded && !isAllowed) location.reload();
      else if (isAllowed && !isLoaded) {
        isLoaded = true;
        load();
      }
    };
    ready.addEventListener?.("consent-change", check);
    check();
  });
}

/**
 * Calls `load` as soon as local storage has the value that the site's own banner stores. Without such a setting, `load`
 * is called immediately. If storage can't be read, `load` is never called.
 */
function whenConsented(consent: { key: string; value: string } | undefined, load: () => void): void {
  if (consent === undefined || hasConsented(consent)) {
    load();
    return;
  }
  const check = () => {
    if (!hasConsented(consent)) return;
    removeEventListener("storage", check);
    document.removeEventListener("click", checkLater);
    load();
  };
  // Checked after each click: the site's banner stores the value on a click, and a page gets no events for its own
  // storage changes.
  const checkLater = () => setTimeout(check);
  addEventListener("storage", check);
  document.addEventListener("click", checkLater);
}

function hasConsented({ key, value }: { key: string; value: string }): boolean {
  try {
    return localStorage.getItem(key) === value;
  } catch {
    return false;
  }
}
