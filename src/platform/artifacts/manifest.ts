import { Ajv } from "ajv";
import Type, { type Static } from "typebox";
import { sha256 } from "./artifact-keys.ts";
import { ArtifactDamaged } from "./storage-error.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The hash of the bytes as stored, compressed or not. It is also their strong ETag. */
export interface Blob {
  hash: string;
  size: number;
}

export interface FileEntry extends Blob {
  /** As in the Content-Type header. */
  type: string;
  gzip?: Blob;
  brotli?: Blob;
}

/** An artifact: its files by path, and extra data from its publisher. Its digest is its identity. */
export interface Manifest {
  files: ReadonlyMap<string, FileEntry>;
  extra: Json;
}

const format = 1;
export const manifestBytesMax = 64 * 1024 * 1024;
const pathBytesMax = 1_024;
export const typeCharactersMax = 200;

const BlobSchema = {
  hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  size: Type.Integer({ minimum: 0 }),
};
const ManifestSchema = Type.Object(
  {
    extra: Type.Unknown(),
    files: Type.Array(
      Type.Object(
        {
          path: Type.String(),
          ...BlobSchema,
          type: Type.String({ maxLength: typeCharactersMax }),
          gzip: Type.Optional(Type.Object(BlobSchema, { additionalProperties: false })),
          brotli: Type.Optional(Type.Object(BlobSchema, { additionalProperties: false })),
        },
        { additionalProperties: false },
      ),
    ),
    format: Type.Literal(format),
  },
  { additionalProperties: false },
);
const isManifest = new Ajv({ strict: false }).compile<Static<typeof ManifestSchema>>(ManifestSchema);

/** The canonical serialization: the same files and extra data give the same bytes, and so the same digest. */
export function encodeManifest({ files, extra }: Manifest): Buffer {
  const entries = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const document = { extra, files: entries.map(([path, entry]) => ({ path, ...entry })), format };
  return Buffer.from(JSON.stringify(document, sortedProperties));
}

/** Rejects bytes that don't match the digest. */
export function decodeManifest(bytes: Uint8Array, digest: string): Manifest {
  if (sha256(bytes) !== digest) {
    throw new ArtifactDamaged();
  }
  const { files, extra } = parseDocument(bytes);
  const entries = new Map<string, FileEntry>();
  for (const { path, ...entry } of files) {
    if (!isArtifactPath(path) || entries.has(path)) {
      throw new ArtifactDamaged();
    }
    entries.set(path, entry);
  }
  return { files: entries, extra: extra as Json };
}

/** The blobs of a file: the file itself and its compressed forms. */
export function formsOf(entry: FileEntry): Blob[] {
  return [entry, entry.gzip, entry.brotli].filter((form) => form !== undefined);
}

/** Relative, without empty, `.` or `..` parts, and unchanged by a UTF-8 round trip. */
export function isArtifactPath(path: string): boolean {
  return (
    Buffer.byteLength(path) <= pathBytesMax &&
    path.isWellFormed() &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses.
    !/[\u0000-\u001f\u007f\\]/.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  );
}

function parseDocument(bytes: Uint8Array): Static<typeof ManifestSchema> {
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  } catch {
    throw new ArtifactDamaged();
  }
  if (!isManifest(document)) {
    throw new ArtifactDamaged();
  }
  return document;
}

/** A JSON.stringify replacer that sorts the properties of objects. */
function sortedProperties(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
