import { join } from "node:path";
import { type CopyRequest, fetchOrReuse, removeOtherCopies } from "../api/read/fetch-or-reuse.ts";
import { measureFont } from "../shared/fonts/read-font.ts";
import { hashedAsset } from "../shared/site-file.ts";
import { reportValue } from "../source/config/config-report.ts";
import type { FontSetting } from "../source/config/fonts.ts";
import type { DraftDivision, DraftTree } from "../source/navigation/draft-tree.ts";
import type { SourceProject } from "../source/read-project.ts";
import { type FetchedFace, type FetchedFonts, fontKey } from "../theme/templates/author-fonts.ts";
import type { OneBuild } from "./build-request.ts";
import { type FontFace, fontRequests, neededSubsets, readFaces } from "./google-fonts.ts";

interface FetchFontsRequest extends Pick<OneBuild, "cacheFolder" | "fetchFile" | "signal"> {
  project: SourceProject;
  draft: DraftTree;
}

/** Limits for the fonts of a site, which every visitor downloads. */
const fontLimits = { fileBytesMax: 2 * 1024 * 1024, filesMax: 24, stylesheetBytesMax: 512 * 1024 };

const familyLengthMax = 100;
const copiesFolder = "remote-fonts";
const freshSeconds = 7 * 24 * 3_600;
/** After a failed request, builds don't try again for this long, so that a server without internet stays fast. */
const failedSeconds = 3_600;
/** Font files never change, because their URL contains their version. */
const forever = Number.POSITIVE_INFINITY;

/**
 * The fonts that docs.json gives by name or address. They are fetched when the site is built and served by the site, so
 * that visitors don't connect to another server. A font that can't be fetched is a warning, and a system font replaces
 * it.
 */
export async function fetchFonts({ project, draft, ...request }: FetchFontsRequest): Promise<FetchedFonts> {
  const { fonts } = project.config;
  const settings = [fonts?.body, fonts?.heading].filter((font) => font?.elsewhere !== undefined);
  if (settings.length === 0) return new Map();
  const folder = join(request.cacheFolder, copiesFolder);
  const used = new Set<string>();
  const fetchCopy: FetchCopy = (address, options) => {
    used.add(address);
    return fetchOrReuse(address, { fetchFile: undefined, ...request, ...options, folder, failedSeconds });
  };
  const subsets = neededSubsets(listLanguages(draft.divisions));
  const found: FetchedFonts = new Map();
  for (const font of new Map(settings.flatMap((font) => (font ? [[fontKey(font), font]] : []))).values()) {
    const fetched =
      font.source === undefined ? await fetchByName(font, subsets, fetchCopy) : await fetchFile(font, fetchCopy);
    if ("faces" in fetched) found.set(fontKey(font), fetched.faces);
    else report(project, font, fetched.problem, request.fetchFile !== undefined);
  }
  await removeOtherCopies(folder, used);
  return found;
}

type FetchCopy = (
  address: string,
  options: Pick<CopyRequest, "freshSeconds" | "options"> & Partial<Pick<CopyRequest, "fetchFile">>,
) => ReturnType<typeof fetchOrReuse>;

type Fetched = { faces: FetchedFace[] } | { problem: string };

async function fetchByName(font: FontSetting, subsets: ReadonlySet<string>, fetchCopy: FetchCopy): Promise<Fetched> {
  let problem = "";
  let isReached = true;
  for (const { address, userAgent } of fontRequests(font)) {
    const options = { bytesMax: fontLimits.stylesheetBytesMax, userAgent };
    // After a failure, no more requests are sent, but one of the later requests may have a stored copy.
    const use = isReached ? {} : { fetchFile: undefined };
    const { bytes, problem: reason = "" } = await fetchCopy(address, { ...use, freshSeconds, options });
    if (bytes !== undefined) return fetchFaces(font, readFaces(bytes.toString(), subsets), fetchCopy);
    if (isReached) problem = reason;
    // Only a 4xx status can mean that the family lacks some of the weights.
    isReached &&= /status 4\d\d/.test(reason);
  }
  const isUnknown = /status 4\d\d/.test(problem);
  return { problem: isUnknown ? "Google Fonts has no such family" : `Google Fonts did not deliver it (${problem})` };
}

async function fetchFaces(font: FontSetting, faces: FontFace[], fetchCopy: FetchCopy): Promise<Fetched> {
  const options = { bytesMax: fontLimits.fileBytesMax };
  const files = await Promise.all(
    faces.slice(0, fontLimits.filesMax).map(async ({ address, subset, ...face }) => {
      const { bytes, problem } = await fetchCopy(address, { freshSeconds: forever, options });
      return bytes === undefined ? problem : toFace(bytes, `${slugOf(font.family)}-${subset}.woff2`, face);
    }),
  );
  const fetched = files.filter((file) => typeof file === "object");
  // A family with missing files isn't used, because readers would see two fonts.
  if (fetched.length === files.length && fetched.length > 0) return { faces: fetched };
  return {
    problem: `Google Fonts did not deliver it (${files.find((file) => typeof file === "string") ?? "no files"})`,
  };
}

/** A font file on another server. */
async function fetchFile({ source = "", family, weight, format }: FontSetting, fetchCopy: FetchCopy): Promise<Fetched> {
  const { bytes, problem } = await fetchCopy(source, {
    freshSeconds,
    options: { bytesMax: fontLimits.fileBytesMax },
  });
  if (bytes === undefined) return { problem: `its file could not be fetched (${problem})` };
  const extension = format ?? (/\.woff(?![\w])/i.test(source) ? "woff" : "woff2");
  return {
    faces: [toFace(bytes, `${slugOf(family)}.${extension}`, { weight: weight ?? "100 900", range: undefined })],
  };
}

function toFace(bytes: Buffer, name: string, face: Pick<FetchedFace, "weight" | "range">): FetchedFace {
  const type = name.endsWith(".woff") ? "font/woff" : "font/woff2";
  return { ...face, file: hashedAsset(name, bytes, type), measures: measureFont(bytes) };
}

function report(
  { report }: SourceProject,
  { family, elsewhere }: FontSetting,
  problem: string,
  isOnline: boolean,
): void {
  if (elsewhere === undefined) return;
  const hint = 'add its .woff2 file to the project and name it in "source"';
  const reason = isOnline ? problem : "this build makes no network requests";
  const name = `"${family.slice(0, familyLengthMax)}"`;
  reportValue(report, elsewhere, `names ${name}, which only visitors who have it installed will see: ${reason}`, hint);
}

function slugOf(family: string): string {
  return family
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60);
}

function listLanguages(divisions: readonly DraftDivision[]): string[] {
  return divisions.flatMap(({ kind, label, divisions: inside }) => [
    ...(kind === "language" ? [label] : []),
    ...listLanguages(inside),
  ]);
}
