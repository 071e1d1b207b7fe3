import type { ArtifactFile, NewFile, TakenFile } from "../../platform/artifacts/fill-batches.ts";
import type { Json } from "../../platform/artifacts/manifest.ts";
import type { ObjectStore } from "../../platform/artifacts/object-store.ts";
import { publishArtifact } from "../../platform/artifacts/publish-artifact.ts";
import { recallManifest } from "../../platform/artifacts/read-artifact.ts";
import { PermanentFailure } from "../../platform/queue/handler.ts";
import type { SiteView } from "../../projects/access/access.ts";
import { siteExtra } from "../../projects/sites/site-extra.ts";
import type { SiteBuild } from "../../site/building.ts";
import type { SiteFile, SiteFilePart } from "../../site/serving.ts";
import type { StepLog } from "./step-log.ts";

const filesMax = 100_000;
const bytesMax = 8_000_000_000;
/** Sites with fewer files use a single manifest, which is faster. */
const shardedFrom = 4_096;

interface PublishSiteRequest {
  namespace: string;
  build: SiteBuild;
  /** What the artifact shows. */
  view: SiteView;
  /** The files of the search index. */
  index: readonly SiteFile[];
  /** The published artifact: files it already has are not read, compressed or stored again. */
  base: string | undefined;
  /** How much the organization may still store. */
  bytesLeft: number;
  signal: AbortSignal;
}

export interface StoredSite {
  digest: string;
  /** The bytes added to the store, or slightly more: duplicate files are counted twice but stored once. */
  bytesNew: number;
}

/** The organization has reached its limit. */
export class StorageLimit extends PermanentFailure {
  constructor() {
    super(
      "The organization has used up its storage, so the update can't be published; the current site stays online. Remove previews or projects that aren't needed, or ask the operator to raise LECTERN_ORGANIZATION_BYTES_MAX, then trigger an update.",
    );
    this.name = "StorageLimit";
  }
}

/** Stores and verifies the artifact. It isn't visible until the site points to it, which is up to the caller. */
export async function storeSite(
  objects: ObjectStore,
  request: PublishSiteRequest,
  stepLog: StepLog,
): Promise<StoredSite> {
  const { namespace, build, view, base, bytesLeft, signal } = request;
  const startedAt = performance.now();
  let bytesNew = 0;
  function count<Content extends Contents>(file: Content): Content {
    bytesNew += file.bytes.byteLength;
    if (bytesNew > bytesLeft) {
      throw new StorageLimit();
    }
    return file;
  }
  const { fresh, taken } = await splitFiles(objects, request);
  const published = await publishArtifact(
    objects,
    {
      namespace,
      files: artifactFiles(fresh, isSharded(build), count),
      taken,
      filesMax,
      bytesMax,
      extra: siteExtra(build, view) as unknown as Json,
      isSharded: isSharded(build),
      ...(base === undefined ? {} : { base }),
    },
    signal,
  );
  const { files, filesStored, filesReused, digest } = published;
  const milliseconds = Math.round(performance.now() - startedAt);
  stepLog.line(
    `publish-site: ${files} files, ${filesStored} new, ${filesReused} unchanged: ${digest.slice(0, 12)} (${milliseconds} ms)`,
  );
  return { digest, bytesNew };
}

type Contents = Pick<NewFile, "bytes">;

function isSharded({ files }: SiteBuild): boolean {
  return files.length >= shardedFrom;
}

/** Only parts that have to be stored are loaded. */
function countedPart({ sha256, byteLength, load }: SiteFilePart, count: (content: Contents) => Contents) {
  return { hash: sha256, size: byteLength, load: () => count({ bytes: load() }).bytes };
}

/** Splits the files into those already published and those that are new or changed. */
async function splitFiles(
  objects: ObjectStore,
  { namespace, build, index, base, signal }: PublishSiteRequest,
): Promise<{ fresh: SiteFile[]; taken: TakenFile[] }> {
  const before = base === undefined ? undefined : (await recallManifest(objects, namespace, base, signal)).files;
  const [fresh, taken]: [SiteFile[], TakenFile[]] = [[], []];
  for (const file of [...build.files, ...index]) {
    const entry = before?.get(file.path);
    if (entry !== undefined && entry.hash === file.sha256 && entry.type === file.type) {
      taken.push({ path: file.path, entry });
    } else fresh.push(file);
  }
  return { fresh, taken };
}

async function* artifactFiles(
  files: readonly SiteFile[],
  isSharded: boolean,
  count: <Content extends Contents>(file: Content) => Content,
): AsyncGenerator<ArtifactFile> {
  for (const file of files) {
    if (file.parts !== undefined && isSharded) {
      yield { path: file.path, type: file.type, parts: file.parts.map((part) => countedPart(part, count)) };
      continue;
    }
    if (file.joined !== undefined) {
      const { own, shared, ...seam } = file.joined;
      const joined = { ...seam, own: countedPart(own, count), shared: countedPart(shared, count) };
      yield { path: file.path, type: file.type, joined };
      continue;
    }
    const { bytes, sha256 } = await file.load();
    yield count({ path: file.path, type: file.type, bytes, ...(sha256 === undefined ? {} : { hash: sha256 }) });
  }
}
