import { readBlobs } from "../../git/blobs.ts";
import { listTree } from "../../git/list-tree.ts";
import { defaultRepositoryLimits, type Repository } from "../../git/repository.ts";

interface Guidance {
  path: string;
  text: string;
}

const names = ["AGENTS.md", ".lectern/agent.md"];
const bytesMax = 64_000;

/** Reads the writing guidelines at the root of the repository and in the content directory. */
export async function readGuidance(
  repository: Repository,
  { sha, directory, signal }: { sha: string; directory: string; signal: AbortSignal },
): Promise<Guidance[]> {
  const use = { limits: defaultRepositoryLimits, signal };
  const wanted = new Set([...names, ...names.map((name) => (directory === "" ? name : `${directory}/${name}`))]);
  const { files } = await listTree(repository, { sha, ...use });
  const found = files.filter(({ path, bytes }) => wanted.has(path) && bytes <= bytesMax);
  const guidance: Guidance[] = [];
  await readBlobs(repository, found, use, async ({ path }, content) => {
    guidance.push({ path, text: content.toString("utf8") });
  });
  return guidance;
}
