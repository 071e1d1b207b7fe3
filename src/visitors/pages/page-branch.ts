import { LRUCache } from "lru-cache";
import type { FindIndex } from "../../assistant/open-site.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { findPage, readFacets } from "../../search/querying.ts";

interface Branch {
  language: string;
  version: string;
}

const branchesRemembered = 20_000;
const nameLengthMax = 60;
const none: Branch = { language: "", version: "" };

/** Finds the language and version of a page in the site's index. They are empty for pages that aren't in it. */
export function createBranchOf(findIndex: FindIndex) {
  const branches = new LRUCache<string, Branch>({ max: branchesRemembered });
  return async (published: PublishedArtifact, page: string): Promise<Branch> => {
    const key = `${published.artifact} ${published.audience ?? ""} ${page}`;
    const known = branches.get(key);
    if (known !== undefined) return known;
    // A site without an index, or one that can't be read now, still has views.
    const index = await findIndex(published).catch(() => undefined);
    const number = index && findPage(index, page);
    const { language = "", version = "" } =
      index === undefined || number === undefined ? none : readFacets(index, number);
    const branch = { language: language.slice(0, nameLengthMax), version: version.slice(0, nameLengthMax) };
    branches.set(key, branch);
    return branch;
  };
}
