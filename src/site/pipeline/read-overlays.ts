import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { NeededSpecs } from "../api/plan/needed-specs.ts";
import type { SpecOverlay } from "../api/read/apply-overlays.ts";
import type { RemoteSpec } from "../api/read/remote-specs.ts";
import { specLimits } from "../api/read/spec-limits.ts";
import { isWebAddress, normalizeSpecPath } from "../api/read/target-name.ts";
import type { SourceProject } from "../source/read-project.ts";

/** The overlays of a description: those that docs.json lists for it, or those that name it in their `extends`. */
export type ProjectOverlays = (description: string) => SpecOverlay[];

interface OverlaysRequest {
  project: Pick<SourceProject, "assets" | "folder">;
  needed: NeededSpecs;
  remote: ReadonlyMap<string, RemoteSpec>;
}

/** Reads the texts of overlays. They are parsed and applied in the render processes, with their descriptions. */
export async function readOverlays({ project, needed, remote }: OverlaysRequest): Promise<ProjectOverlays> {
  const { assets, folder } = project;
  const isAsked = needed.files.size + needed.addresses.size > 0 || needed.searchesAll;
  const files = isAsked ? assets.filter(({ path }) => /\.(?:json|ya?ml)$/i.test(path) && !needed.files.has(path)) : [];
  const listed = new Map<string, SpecOverlay>();
  for (const file of new Set([...needed.overlays.values()].flat())) {
    const asset = assets.find(({ path }) => path === file);
    if (isWebAddress(file)) {
      const { text, problem = "the address isn't https" } = remote.get(file) ?? {};
      listed.set(file, { file, text, problem: `can't be fetched because ${problem}` });
    } else if (asset === undefined) listed.set(file, { file, text: undefined, problem: "doesn't exist" });
    else if (asset.size > specLimits.overlayBytesMax) listed.set(file, { file, text: undefined, problem: tooLarge });
    else listed.set(file, { file, text: await readFile(join(folder, file), "utf8") });
  }
  const found: SpecOverlay[] = [];
  for (const { path, size } of files.slice(0, specLimits.candidatesMax)) {
    if (size > specLimits.overlayBytesMax || found.length >= specLimits.overlaysMax) continue;
    const text = await readFile(join(folder, path), "utf8");
    const target = looksLikeOverlay.test(text) ? extendsPattern.exec(text)?.[1]?.trim() : undefined;
    if (target !== undefined) found.push({ file: path, text, extends: target });
  }
  const discovered = Map.groupBy(
    found.toSorted((one, other) => (one.file < other.file ? -1 : 1)),
    ({ file, extends: target = "" }) => extended(file, target),
  );
  return (description) => {
    const list = needed.overlays.get(description);
    return list === undefined ? (discovered.get(description) ?? []) : list.flatMap((file) => listed.get(file) ?? []);
  };
}

/** The overlays on other servers, which are fetched like descriptions. */
export function overlayAddresses({ overlays }: NeededSpecs): string[] {
  return [...overlays.values()].flat().filter((file) => file.startsWith("https://"));
}

const tooLarge = `is larger than ${specLimits.overlayBytesMax / 1024 / 1024} MiB`;
const looksLikeOverlay = /["']?\boverlay["']?\s*:\s*["']?1\./;
/** Reads the key without parsing the file. The render process compares it with the parsed document. */
const extendsPattern = /["']?\bextends["']?\s*:\s*["']?([^"',}\r\n]{1,500})/;

/** The description that an overlay names, with a path relative to the overlay's own folder. */
function extended(file: string, target: string): string {
  if (isWebAddress(target)) return target;
  return normalizeSpecPath(posix.normalize(posix.join(posix.dirname(file), target)));
}
