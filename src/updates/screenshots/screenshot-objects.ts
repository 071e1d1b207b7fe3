import type { ObjectStore } from "../../platform/artifacts/object-store.ts";

export const colorSchemes = ["light", "dark"] as const;
type ColorScheme = (typeof colorSchemes)[number];

const imageBytesMax = 4_000_000;

/** Stored apart from the artifacts, because they are taken after publishing. Returns their size. */
export async function storeScreenshots(
  objects: ObjectStore,
  projectId: string,
  updateId: string,
  images: Readonly<Record<ColorScheme, Buffer>>,
  signal: AbortSignal,
): Promise<number> {
  const stored = colorSchemes.map((scheme) => ({ key: keyOf(projectId, updateId, scheme), bytes: images[scheme] }));
  await objects.put(stored, signal);
  return stored.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

export function readScreenshot(
  objects: ObjectStore,
  projectId: string,
  updateId: string,
  scheme: ColorScheme,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  return objects.read(keyOf(projectId, updateId, scheme), imageBytesMax, signal);
}

/** Removes the screenshots of all other updates. Returns the size of the remaining ones. */
export async function collectScreenshots(
  objects: ObjectStore,
  projectId: string,
  keptUpdateIds: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<number> {
  const old: string[] = [];
  let bytesKept = 0;
  for await (const { key, size } of objects.list(`screenshots/${projectId}/`, signal)) {
    if (!keptUpdateIds.has(key.split("/")[2] ?? "")) {
      old.push(key);
    } else {
      bytesKept += size;
    }
  }
  await objects.remove(old, signal);
  return bytesKept;
}

export function screenshotKeys(projectId: string, updateId: string): string[] {
  return colorSchemes.map((scheme) => keyOf(projectId, updateId, scheme));
}

function keyOf(projectId: string, updateId: string, scheme: ColorScheme): string {
  return `screenshots/${projectId}/${updateId}/${scheme}`;
}
