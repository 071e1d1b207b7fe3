import { crc32 } from "node:zlib";
import Type, { type Static } from "typebox";
import { compileSchema } from "../compile-schema.ts";
import type { Seam } from "../join-file.ts";
import { sha256 } from "./artifact-keys.ts";
import { ArtifactDamaged } from "./storage-error.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The hash of the bytes. It is also their strong ETag. */
export interface Blob {
  hash: string;
  size: number;
}

export interface FileEntry extends Blob {
  /** As in the Content-Type header. */
  type: string;
  /** The blobs that the file consists of, in order. The file's own hash then only identifies this list. */
  parts?: readonly Blob[];
  /** The two blobs that the file is joined from. Its own hash then only identifies how. */
  joined?: JoinedFile;
}

/** Files that are mostly the same, such as pages with the same sidebar, share the blob with that part. */
interface JoinedFile extends Seam {
  own: Blob;
  shared: Blob;
}

/** Files by path. */
export interface ArtifactFiles extends Iterable<[string, FileEntry]> {
  readonly size: number;
  get(path: string): FileEntry | undefined;
  has(path: string): boolean;
  keys(): Iterable<string>;
  values(): Iterable<FileEntry>;
}

/** An artifact: its files by path, and extra data from its publisher. Its digest is its identity. */
export interface Manifest {
  files: ArtifactFiles;
  extra: Json;
  /** Set if the list of files is stored in several blobs. */
  shards?: readonly Shard[];
}

/** One part of a list of files. The path of a file determines its part. */
export interface Shard extends Blob {
  files: ReadonlyMap<string, FileEntry>;
}

/** A manifest that refers to the blobs with the list of files. */
interface ShardedManifest {
  extra: Json;
  shards: readonly Blob[];
}

const format = 1;
const shardedFormat = 2;
export const shardCount = 256;
export const manifestBytesMax = 64 * 1024 * 1024;
const pathBytesMax = 1_024;
export const typeCharactersMax = 200;

const BlobSchema = {
  hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  size: Type.Integer({ minimum: 0 }),
};
const closed = { additionalProperties: false };
const FilesSchema = Type.Array(
  Type.Object(
    {
      path: Type.String(),
      ...BlobSchema,
      type: Type.String({ maxLength: typeCharactersMax }),
      parts: Type.Optional(Type.Array(Type.Object(BlobSchema, closed))),
      joined: Type.Optional(
        Type.Object(
          {
            own: Type.Object(BlobSchema, closed),
            shared: Type.Object(BlobSchema, closed),
            at: Type.Integer({ minimum: 0 }),
            topAt: Type.Integer({ minimum: 0 }),
            topBytes: Type.Integer({ minimum: 0 }),
            marks: Type.Array(Type.Tuple([Type.Integer({ minimum: 0 }), Type.String()])),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);
const ManifestSchema = Type.Object({ extra: Type.Unknown(), files: FilesSchema, format: Type.Literal(format) }, closed);
const ShardedSchema = Type.Object(
  {
    extra: Type.Unknown(),
    format: Type.Literal(shardedFormat),
    shards: Type.Array(Type.Object(BlobSchema, closed), { minItems: shardCount, maxItems: shardCount }),
  },
  closed,
);
const isManifest = compileSchema(ManifestSchema);
const isSharded = compileSchema(ShardedSchema);
const isFiles = compileSchema(FilesSchema);

/** The canonical serialization: the same files and extra data give the same bytes, and so the same digest. */
export function encodeManifest({ files, extra }: Pick<Manifest, "files" | "extra">): Buffer {
  return encode({ extra: sortProperties(extra), files: listEntries(files), format });
}

export function encodeSharded({ extra, shards }: ShardedManifest): Buffer {
  return encode({ extra: sortProperties(extra), format: shardedFormat, shards: shards.map(blobOf) });
}

export function encodeShard(files: ReadonlyMap<string, FileEntry>): Buffer {
  return encode(listEntries(files));
}

/** Rejects bytes that don't match the digest. */
export function decodeManifest(bytes: Uint8Array, digest: string): Pick<Manifest, "files" | "extra"> | ShardedManifest {
  if (sha256(bytes) !== digest) {
    throw new ArtifactDamaged();
  }
  const document = parse(bytes);
  if (isSharded(document)) {
    return { extra: document.extra as Json, shards: document.shards };
  }
  if (!isManifest(document)) {
    throw new ArtifactDamaged();
  }
  return { files: entriesOf(document.files), extra: document.extra as Json };
}

/** The caller must have compared the bytes with the shard's hash. */
export function decodeShard(bytes: Uint8Array): ReadonlyMap<string, FileEntry> {
  const document = parse(bytes);
  if (!isFiles(document)) {
    throw new ArtifactDamaged();
  }
  return entriesOf(document);
}

/** The number of the shard that lists a path. */
export function shardOf(path: string): number {
  return crc32(path) % shardCount;
}

/** All shards, as one list. */
export function joinShards(shards: readonly Shard[]): ArtifactFiles {
  const filesOf = (path: string) => shards[shardOf(path)]?.files;
  const all = <Item>(list: (files: Shard["files"]) => Iterable<Item>) =>
    (function* () {
      for (const { files } of shards) yield* list(files);
    })();
  return {
    size: shards.reduce((sum, { files }) => sum + files.size, 0),
    get: (path) => filesOf(path)?.get(path),
    has: (path) => filesOf(path)?.has(path) ?? false,
    keys: () => all((files) => files.keys()),
    values: () => all((files) => files.values()),
    [Symbol.iterator]: () => all((files) => files),
  };
}

function entriesOf(files: Static<typeof FilesSchema>): Map<string, FileEntry> {
  const entries = new Map<string, FileEntry>();
  for (const { path, ...entry } of files) {
    if (!isArtifactPath(path) || entries.has(path)) {
      throw new ArtifactDamaged();
    }
    entries.set(path, entry);
  }
  return entries;
}

function listEntries(files: ArtifactFiles) {
  const entries = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  // The properties are written in alphabetical order. Sorting the properties of every entry took most of the time.
  return entries.map(([path, { hash, joined, parts, size, type }]) => ({
    hash,
    ...(joined && {
      joined: {
        at: joined.at,
        marks: joined.marks,
        own: blobOf(joined.own),
        shared: blobOf(joined.shared),
        topAt: joined.topAt,
        topBytes: joined.topBytes,
      },
    }),
    ...(parts && { parts: parts.map(blobOf) }),
    path,
    size,
    type,
  }));
}

function blobOf({ hash, size }: Blob): Blob {
  return { hash, size };
}

/** The blobs of a file: its parts, the two that it is joined from, or the file itself. */
export function blobsOfFile(entry: FileEntry): readonly Blob[] {
  if (entry.joined !== undefined) return [entry.joined.own, entry.joined.shared];
  return entry.parts ?? [entry];
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

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  } catch {
    throw new ArtifactDamaged();
  }
}

function encode(document: unknown): Buffer {
  return Buffer.from(JSON.stringify(document));
}

function sortProperties(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortProperties);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sortProperties(part)]));
}
