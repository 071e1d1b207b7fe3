import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished } from "vitest";
import type { ArchiveLimits } from "../../src/dashboard/imports/unpack-archive.ts";
import { unpackArchive } from "../../src/dashboard/imports/unpack-archive.ts";
import { AppError } from "../../src/platform/errors.ts";

/** The files of an unpacked archive. No other files may be left behind, even if the archive is refused. */
export async function unpackBytes(bytes: Uint8Array, limits?: ArchiveLimits): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-archive-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const archive = join(folder, "archive");
  await writeFile(archive, bytes);
  const target = join(folder, "files");
  try {
    await unpackArchive(archive, target, limits);
  } finally {
    expect(["archive", "files"]).toEqual(expect.arrayContaining(await readdir(folder)));
  }
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(target.length + 1), await readFile(file, "utf8")])),
  );
}

/** However its bytes are changed, an archive is either unpacked or refused with one of our own errors. */
export async function expectUnpackedOrRefused(archive: Uint8Array, numRuns: number): Promise<void> {
  const change = fc.record({ at: fc.nat(archive.length - 1), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const bent = Buffer.from(archive);
      for (const { at, byte } of changes) {
        bent[at] = byte;
      }
      const problem = await unpackBytes(bent).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(problem === undefined || problem instanceof AppError).toBe(true);
    }),
    { numRuns },
  );
}
