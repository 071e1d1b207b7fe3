import type { ArtifactFile, NewFile } from "../../platform/artifacts/fill-batches.ts";
import type { Json } from "../../platform/artifacts/manifest.ts";
import type { ObjectStore } from "../../platform/artifacts/object-store.ts";
import { publishArtifact } from "../../platform/artifacts/publish-artifact.ts";
import { getManifest } from "../../platform/artifacts/read-artifact.ts";
import { siteExtra } from "../../projects/sites/site-extra.ts";
import type { SiteBuild } from "../../site/pipeline/site-build.ts";
import type { Say } from "./say.ts";

const filesMax = 100_000;
const bytesMax = 8_000_000_000;

export interface PublishSiteRequest {
  namespace: string;
  build: SiteBuild;
  index: NewFile;
  /** The artifact that readers see now: what it has already is not read, compressed or stored again. */
  base: string | undefined;
  signal: AbortSignal;
}

/** Stores the artifact and verifies it. Nobody sees it until the pointer is moved, which is the director's business. */
export async function storeSite(objects: ObjectStore, request: PublishSiteRequest, say: Say): Promise<string> {
  const { namespace, build, base, signal } = request;
  const began = performance.now();
  const published = await publishArtifact(
    objects,
    {
      namespace,
      files: artifactFiles(objects, request),
      filesMax,
      bytesMax,
      extra: siteExtra(build) as unknown as Json,
      ...(base === undefined ? {} : { base }),
    },
    signal,
  );
  const { files, filesStored, filesReused, digest } = published;
  const milliseconds = Math.round(performance.now() - began);
  say.line(
    `publish-site: ${files} files, ${filesStored} new, ${filesReused} as before: ${digest.slice(0, 12)} (${milliseconds} ms)`,
  );
  return digest;
}

async function* artifactFiles(
  objects: ObjectStore,
  { namespace, build, index, base, signal }: PublishSiteRequest,
): AsyncGenerator<ArtifactFile> {
  const before = base === undefined ? undefined : (await getManifest(objects, namespace, base, signal)).files;
  for (const file of build.files) {
    const entry = before?.get(file.path);
    if (entry !== undefined && entry.hash === file.sha256 && entry.type === file.type) {
      yield { path: file.path, entry };
      continue;
    }
    const { bytes, gzip, brotli } = await file.load();
    yield {
      path: file.path,
      type: file.type,
      bytes,
      ...(gzip === undefined ? {} : { gzip }),
      ...(brotli === undefined ? {} : { brotli }),
    };
  }
  yield index;
}
