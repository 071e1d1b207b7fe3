import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Services } from "../../platform/services.ts";
import { type Audience, isBaseAudience, sharedAudience } from "./audience.ts";
import { insertAudience, noteAudienceUse, prepareFindAudience } from "./audience-store.ts";
import type { PublishedArtifact } from "./store.ts";

export const audienceJobKind = "site.audience";

/**
 * The artifact of a site for an audience; `preparing` if it is being built, and `nothing` if the audience may see no
 * page.
 */
export type FindAudienceArtifact = (
  site: PublishedArtifact,
  audience: Audience,
) => Promise<{ artifact: string } | "preparing" | "nothing">;

const rememberedMax = 10_000;
/** How often the use of an audience is recorded. */
const useMilliseconds = 24 * 3_600_000;
/** An audience that isn't built after this time is requested again. */
const retryMilliseconds = 10 * 60_000;

/** Requests the artifact of an audience if there is none, so that it is built once by a job of its own. */
export function createFindAudienceArtifact(
  deps: Pick<Services, "clock" | "database" | "queue">,
): FindAudienceArtifact {
  const { clock, database, queue } = deps;
  const read = prepareFindAudience(database);
  const built = new LRUCache<string, { artifact: string; notedAt: number }>({ max: rememberedMax });

  async function request(site: PublishedArtifact, audience: Audience): Promise<void> {
    const { subdomain, projectId, updateId = "" } = site;
    const now = clock.now();
    // Several nodes may request the same audience at once; the ID makes it a single job.
    const id = hash("sha256", [subdomain, updateId, audience, Math.floor(now / retryMilliseconds)].join("\n"));
    await database.transaction(async (tx) => {
      await insertAudience(tx, { subdomain, projectId, audience, artifact: null, updateId, usedAt: now });
      const payload = { projectId, subdomain, audience, updateId };
      await queue.enqueue(tx, { id, kind: audienceJobKind, group: projectId, payload });
    });
  }

  return async (site, asked) => {
    if (isBaseAudience(site, asked)) return { artifact: site.artifact };
    const audience = sharedAudience(asked, site.restrictions);
    if (audience === "nothing") return audience;
    const { subdomain, updateId } = site;
    const name = [subdomain, updateId, audience].join("\n");
    const now = clock.now();
    let known = built.get(name);
    if (known === undefined) {
      const row = await read(subdomain, audience);
      const isCurrent = row !== undefined && row.updateId === updateId;
      if (!isCurrent || row.artifact === null) {
        if (!isCurrent || row.usedAt < now - retryMilliseconds) await request(site, audience);
        return "preparing";
      }
      known = { artifact: row.artifact, notedAt: row.usedAt };
      built.set(name, known);
    }
    if (known.notedAt < now - useMilliseconds) {
      known.notedAt = now;
      await noteAudienceUse(database.query, subdomain, audience, now);
    }
    return { artifact: known.artifact };
  };
}
