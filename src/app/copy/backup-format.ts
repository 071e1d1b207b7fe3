import { createHash } from "node:crypto";
import Type, { type Static } from "typebox";
import { compileSchema } from "../../platform/compile-schema.ts";

/**
 * A backup is a tar file. `backup.json` comes first and identifies it; `manifest.json` comes last and lists what it
 * must contain, so a file that was cut off is never mistaken for a complete one. In between: `secret.key`, pieces of
 * tables as lines of JSON, jobs, and objects under their keys.
 */
export const headerName = "backup.json";
export const manifestName = "manifest.json";
export const secretName = "secret.key";
export const tableName = /^tables\/(?<table>[a-z_]{1,63})\/\d{8}$/;
export const jobsName = /^jobs\/\d{8}$/;
export const objectName = /^objects\/(?<key>[a-z0-9_/-]{1,400})$/;

export const headerBytesMax = 4 * 1024 * 1024;
/** A piece is written once it is this large. */
export const pieceBytes = 1024 * 1024;
/** The most bytes in a piece. This is more than `pieceBytes`, because a single row can exceed that size. */
export const pieceBytesMax = 256 * 1024 * 1024;

const formatVersion = 1;

const HeaderSchema = Type.Object({
  format: Type.Literal("lectern-backup"),
  version: Type.Integer({ minimum: 1 }),
  createdAt: Type.Integer({ minimum: 0 }),
  schema: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 10_000 }),
  columns: Type.Record(Type.String(), Type.Array(Type.String({ maxLength: 63 }), { maxItems: 1_000 })),
  hasObjects: Type.Boolean(),
  /** Names of the keys that sealed the stored secrets, as in `LECTERN_SECRET_KEYS`; never the keys themselves. */
  secretKeyNames: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1_000 }),
});

const ManifestSchema = Type.Object({
  tables: Type.Record(
    Type.String(),
    Type.Object({ rows: Type.Integer({ minimum: 0 }), digest: Type.String({ pattern: "^[0-9a-f]{64}$" }) }),
  ),
  jobs: Type.Integer({ minimum: 0 }),
  objects: Type.Integer({ minimum: 0 }),
  objectBytes: Type.Integer({ minimum: 0 }),
  /** Objects that were already missing on the server. */
  missing: Type.Integer({ minimum: 0 }),
  digest: Type.String({ pattern: "^[0-9a-f]{64}$" }),
});

export type BackupHeader = Static<typeof HeaderSchema>;
export type BackupManifest = Static<typeof ManifestSchema>;

const isHeader = compileSchema(HeaderSchema);
const isManifest = compileSchema(ManifestSchema);

export class BackupDamaged extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "BackupDamaged";
  }
}

export function newHeader(header: Omit<BackupHeader, "format" | "version">): BackupHeader {
  return { format: "lectern-backup", version: formatVersion, ...header };
}

export function parseHeader(bytes: Buffer): BackupHeader {
  const header = parseJson(bytes);
  if (!isHeader(header)) {
    throw new BackupDamaged("it is not a Lectern backup");
  }
  if (header.version > formatVersion) {
    throw new BackupDamaged("a newer version of Lectern made it; use that version");
  }
  return header;
}

export function parseManifest(bytes: Buffer): BackupManifest {
  const manifest = parseJson(bytes);
  if (!isManifest(manifest)) {
    throw new BackupDamaged("its manifest is damaged");
  }
  return manifest;
}

export function parseJson(text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    throw new BackupDamaged("it contains invalid JSON");
  }
}

/** The digest of the names and contents of all entries before the manifest. */
export class EntryDigest {
  readonly #hash = createHash("sha256");

  add(name: string, bytes: Uint8Array): void {
    this.#hash.update(`${name}\0${bytes.byteLength}\0`).update(bytes);
  }

  digest(): string {
    return this.#hash.copy().digest("hex");
  }
}
