import type { Manifest } from "../../platform/artifacts/manifest.ts";
import type { SiteExtra } from "../../projects/sites/site-extra.ts";

/** Derives something from a published site's data once. Every later request for the site gets the same value. */
export function oncePerSite<Value>(derive: (extra: SiteExtra) => Value): (manifest: Manifest) => Value {
  const known = new WeakMap<Manifest, Value>();
  return (manifest) => {
    if (!known.has(manifest)) known.set(manifest, derive(manifest.extra as unknown as SiteExtra));
    return known.get(manifest) as Value;
  };
}
