import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import { AppError } from "../errors.ts";
import { blobKey, isHash, manifestKey, sha256 } from "./artifact-keys.ts";
import { forEachParallel } from "./for-each-parallel.ts";
import { type Blob, decodeManifest, formsOf, type Manifest, manifestBytesMax } from "./manifest.ts";
import type { ByteRange, ObjectStore } from "./object-store.ts";
import { ArtifactDamaged } from "./storage-error.ts";

const manifestReadsMax = 4;

/** The manifest of an artifact, checked against its digest. */
export async function getManifest(
  objects: ObjectStore,
  namespace: string,
  digest: string,
  signal: AbortSignal,
): Promise<Manifest> {
  const bytes = isHash(digest)
    ? await objects.read(manifestKey(namespace, digest), manifestBytesMax, signal)
    : undefined;
  if (!bytes) {
    throw new AppError("not_found", "Artifact not found: it was never published, or it has been collected.");
  }
  return decodeManifest(bytes, digest);
}

/** The hashes of all blobs that these artifacts refer to. */
export async function blobsOf(
  objects: ObjectStore,
  namespace: string,
  digests: Iterable<string>,
  signal: AbortSignal,
): Promise<Set<string>> {
  const hashes = new Set<string>();
  await forEachParallel(digests, manifestReadsMax, signal, async (digest) => {
    const { files } = await getManifest(objects, namespace, digest, signal);
    for (const { hash } of [...files.values()].flatMap(formsOf)) {
      hashes.add(hash);
    }
  });
  return hashes;
}

/** A whole blob, checked against its hash. */
export async function readBlob(
  objects: ObjectStore,
  namespace: string,
  blob: Blob,
  signal: AbortSignal,
): Promise<Buffer> {
  const bytes = await objects.read(blobKey(namespace, blob.hash), blob.size, signal);
  if (bytes?.byteLength !== blob.size || sha256(bytes) !== blob.hash) {
    throw new ArtifactDamaged();
  }
  return bytes;
}

/**
 * A blob, or a range of it, as a stream. It fails at the end if the bytes don't match the blob, so that a sender breaks
 * the connection instead of completing a wrong file. For a range only the length is checked.
 */
export async function openBlob(
  objects: ObjectStore,
  namespace: string,
  blob: Blob,
  range: ByteRange | undefined,
  signal: AbortSignal,
): Promise<Readable> {
  const stream = await objects.open(blobKey(namespace, blob.hash), range, signal);
  if (!stream) {
    throw new ArtifactDamaged();
  }
  const expected = range ? { size: range.end - range.start + 1 } : blob;
  return pipeline(stream, verification(expected), () => {});
}

function verification({ size, hash }: { size: number; hash?: string }): Transform {
  const digest = createHash("sha256");
  let sizeLeft = size;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeLeft -= chunk.byteLength;
      if (hash !== undefined) {
        digest.update(chunk);
      }
      if (sizeLeft < 0) {
        done(new ArtifactDamaged());
      } else {
        done(null, chunk);
      }
    },
    flush(done) {
      const isWhole = sizeLeft === 0 && (hash === undefined || digest.digest("hex") === hash);
      done(isWhole ? null : new ArtifactDamaged());
    },
  });
}
