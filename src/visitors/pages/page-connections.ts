import type { Manifest } from "../../platform/artifacts/manifest.ts";
import type { PageConnections } from "../../site/pipeline/page-connections.ts";

const known = new WeakMap<Manifest, ReadonlyMap<string, readonly string[]>>();
const nowhere: readonly string[] = [];

/** An origin as it may stand in a policy: no blank, no star, no path, nothing that would begin another rule. */
const origin = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

/** The servers that the request tester of a page may call. Pages without one may call nobody but their own site. */
export function connectionsOf(manifest: Manifest, path: string): readonly string[] {
  let byPath = known.get(manifest);
  if (byPath === undefined) {
    // Sites that were published by an older Lectern have no such list.
    const { connections = [] } = manifest.extra as unknown as { connections?: PageConnections[] };
    byPath = new Map(
      connections.flatMap(({ origins, paths }) => {
        const safe = origins.filter((address) => origin.test(address));
        return paths.map((page): [string, string[]] => [page, safe]);
      }),
    );
    known.set(manifest, byPath);
  }
  return byPath.get(path) ?? nowhere;
}
