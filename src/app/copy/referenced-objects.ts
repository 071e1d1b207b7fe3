import { listProjectObjectKeys } from "../../editor/files/draft-list-store.ts";
import { blobKey, manifestKey, sha256 } from "../../platform/artifacts/artifact-keys.ts";
import { decodeManifest, manifestBytesMax } from "../../platform/artifacts/manifest.ts";
import type { ObjectStore } from "../../platform/artifacts/object-store.ts";
import { blobsOf } from "../../platform/artifacts/read-artifact.ts";
import { ArtifactDamaged, ArtifactMissing } from "../../platform/artifacts/storage-error.ts";
import type { Connection } from "../../platform/db/database.ts";
import { listPacks, type StoredPack } from "../../projects/repositories/store.ts";
import { partKeys } from "../../projects/repositories/stored-packs.ts";
import { listAudienceArtifacts } from "../../projects/sites/audience-store.ts";
import { listSites } from "../../projects/sites/store.ts";
import { listProjects } from "../../projects/store.ts";
import { artifactsKept, screenshotsKept } from "../../updates/after-publish.ts";
import { listPdfs, pdfKey } from "../../updates/pdfs/pdf-store.ts";
import { screenshotKeys } from "../../updates/screenshots/screenshot-objects.ts";
import { listArtifacts, listUpdates } from "../../updates/store.ts";

/** The objects of a project that the database refers to. */
export interface ProjectObjects {
  projectId: string;
  artifacts: readonly string[];
  packs: readonly StoredPack[];
  /** IDs of updates. */
  screenshots: readonly string[];
  /** Keys of PDFs. */
  pdfs: readonly string[];
  /** Keys of the media of drafts. */
  drafts: readonly string[];
}

export interface CopiedObject {
  key: string;
  /** Undefined if the object is missing or damaged. */
  read(): Promise<Buffer | undefined>;
}

/**
 * Larger than any object that Lectern stores. Limits the memory use, because an object is in memory while it is copied.
 */
export const objectBytesMax = 1024 * 1024 * 1024;

export async function listProjectObjects(connection: Connection): Promise<ProjectObjects[]> {
  const found: ProjectObjects[] = [];
  for (const { id, domain } of await listProjects(connection)) {
    const sites = await listSites(connection, id);
    const audiences = await listAudienceArtifacts(connection, id);
    const kept = await listArtifacts(connection, id, domain, artifactsKept);
    const updates = await listUpdates(connection, id, { limit: screenshotsKept });
    found.push({
      projectId: id,
      artifacts: [...new Set([...sites.map(({ artifact }) => artifact), ...audiences, ...kept])],
      packs: await listPacks(connection, id),
      screenshots: updates.filter((update) => update.screenshotLight !== null).map((update) => update.id),
      pdfs: (await listPdfs(connection, id))
        .filter(({ status }) => status === "completed")
        .map((pdf) => pdfKey(id, pdf.id)),
      drafts: await listProjectObjectKeys(connection, id),
    });
  }
  return found;
}

/** Every object of these projects. Only manifests are read to list them. */
export async function* listObjects(
  objects: ObjectStore,
  projects: readonly ProjectObjects[],
  signal: AbortSignal,
): AsyncGenerator<CopiedObject> {
  const objectAt = (key: string, digest?: string): CopiedObject => ({
    key,
    async read() {
      const bytes = await readOrMissing(objects, key, signal);
      return bytes !== undefined && (digest === undefined || sha256(bytes) === digest) ? bytes : undefined;
    },
  });
  for (const { projectId, artifacts, packs, screenshots, pdfs, drafts } of projects) {
    const blobs = new Set<string>();
    for (const digest of artifacts) {
      const { key, read } = objectAt(manifestKey(projectId, digest), digest);
      const manifest = await read();
      for (const hash of await blobHashes(objects, projectId, digest, manifest, signal)) {
        blobs.add(hash);
      }
      // The manifest can come before its blobs, because nobody reads the copy until its database refers to it.
      yield { key, read: async () => manifest };
    }
    for (const hash of blobs) {
      yield objectAt(blobKey(projectId, hash), hash);
    }
    for (const key of packs.flatMap((pack) => partKeys(projectId, pack))) {
      yield objectAt(key);
    }
    for (const key of [...screenshots.flatMap((updateId) => screenshotKeys(projectId, updateId)), ...pdfs, ...drafts]) {
      yield objectAt(key);
    }
  }
}

async function readOrMissing(objects: ObjectStore, key: string, signal: AbortSignal): Promise<Buffer | undefined> {
  try {
    return await objects.read(key, objectBytesMax, signal);
  } catch (error) {
    if (error instanceof ArtifactDamaged) return undefined;
    throw error;
  }
}

async function blobHashes(
  objects: ObjectStore,
  projectId: string,
  digest: string,
  manifest: Buffer | undefined,
  signal: AbortSignal,
): Promise<Iterable<string>> {
  if (manifest === undefined || manifest.byteLength > manifestBytesMax) {
    return [];
  }
  try {
    return await blobsOf(objects, projectId, [digest], signal);
  } catch (error) {
    // The running server has removed the site in the meantime.
    if (error instanceof ArtifactMissing) return [];
    const decoded = error instanceof ArtifactDamaged ? decodeManifest(manifest, digest) : undefined;
    // Part of the list of files is missing or damaged. The caller reports it like any other such object.
    if (decoded !== undefined && "shards" in decoded) return decoded.shards.map(({ hash }) => hash);
    throw error;
  }
}
