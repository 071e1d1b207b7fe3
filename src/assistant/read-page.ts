import { text } from "node:stream/consumers";
import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import type { PublishedArtifact } from "../projects/sites/store.ts";
import { cleanPath } from "../search/page-lift.ts";

const readSeconds = 30;

/** A page of a published site as Markdown: the file that also stands beside its HTML. */
export async function readPage(
  artifacts: ArtifactCache,
  { projectId, artifact }: PublishedArtifact,
  path: string,
): Promise<string | undefined> {
  const clean = cleanPath(path).replace(/\.mdx?$/, "");
  const request = {
    namespace: projectId,
    digest: artifact,
    path: clean === "/" ? "index.md" : `${clean.slice(1)}.md`,
    accepted: [],
  };
  const signal = AbortSignal.timeout(readSeconds * 1_000);
  const body = await (await artifacts.findFile(request, signal))?.open(undefined, signal);
  if (body === undefined) return undefined;
  return Buffer.isBuffer(body) ? body.toString("utf8") : text(body);
}
