import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Services } from "../../platform/services.ts";
import type { FindAudienceArtifact, SiteToOpen, SiteView } from "../access/access.ts";
import { isBaseView, sharedView, viewOf } from "./audience.ts";
import { insertAudience, noteAudienceUse, prepareFindAudience } from "./audience-store.ts";

export const audienceJobKind = "site.audience";

const rememberedMax = 10_000;
/** How often the use of an audience is recorded. */
const useMilliseconds = 24 * 3_600_000;
/** An audience that isn't built after this time is requested again. */
const retryMilliseconds = 10 * 60_000;

/** Requests the artifact of an audience if there is none, so that it is built once by a job of its own. */
export function createFindAudienceArtifact(deps: Pick<Services, "clock" | "database" | "queue">): FindAudienceArtifact {
  const { clock, database, queue } = deps;
  const read = prepareFindAudience(database);
  const built = new LRUCache<string, { artifact: string; notedAt: number }>({ max: rememberedMax });

  async function request(site: SiteToOpen, view: SiteView): Promise<void> {
    const { subdomain, projectId, updateId = "" } = site;
    const now = clock.now();
    // Several nodes may request the same audience at once; the ID makes it a single job.
    const id = hash("sha256", [subdomain, updateId, view, Math.floor(now / retryMilliseconds)].join("\n"));
    await database.transaction(async (tx) => {
      await insertAudience(tx, { subdomain, projectId, audience: view, artifact: null, updateId, usedAt: now });
      const payload = { projectId, subdomain, audience: view, updateId };
      await queue.enqueue(tx, { id, kind: audienceJobKind, group: projectId, payload });
    });
  }

  return async (site, audience) => {
    const asked = viewOf(site.access, audience);
    if (isBaseView(site, asked)) return { artifact: site.base };
    const view = sharedView(asked, site.restrictions);
    if (view === "none") return view;
    const { subdomain, updateId } = site;
    const name = [subdomain, updateId, view].join("\n");
    const now = clock.now();
    let known = built.get(name);
    if (known === undefined) {
      const row = await read(subdomain, view);
      const isCurrent = row !== undefined && row.updateId === updateId;
      if (!isCurrent || row.artifact === null) {
        if (!isCurrent || row.usedAt < now - retryMilliseconds) await request(site, view);
        return "preparing";
      }
      known = { artifact: row.artifact, notedAt: row.usedAt };
      built.set(name, known);
    }
    if (known.notedAt < now - useMilliseconds) {
      known.notedAt = now;
      await noteAudienceUse(database.query, subdomain, view, now);
    }
    return { artifact: known.artifact };
  };
}
