import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ImageSizes } from "../page/markdown/size-images.ts";
import { BuildProblem } from "../shared/build-problem.ts";
import { cacheKey } from "../shared/cache/cache-key.ts";
import type { SourceCache } from "../shared/cache/source-cache.ts";
import { type FontMeasures, measureFont } from "../shared/fonts/read-font.ts";
import type { SiteFile } from "../shared/site-file.ts";
import type { ImageSize } from "../source/media-size.ts";
import { mediaSize } from "../source/media-size.ts";
import type { SourceAsset, SourceProject } from "../source/read-project.ts";
import type { CardPicture } from "../theme/social-card.ts";
import type { AssetTask } from "./render/render-messages.ts";

export interface AssetPlan {
  /** Files that are served unchanged. */
  files: SiteFile[];
  /** SVG images, which render processes sanitize. */
  tasks: AssetTask[];
  /** Known sizes of images, by path. */
  imageSizes: ImageSizes;
  findFile(path: string): AssetFile | undefined;
}

interface AssetFile extends CardPicture {
  /** Width divided by height, for images. */
  ratio: number | undefined;
  font: FontMeasures | undefined;
}

const readsAtOnce = 32;
const svgType = "image/svg+xml";

interface AssetDigest {
  sha256: string;
  byteLength: number;
  size?: ImageSize | undefined;
  font?: FontMeasures | undefined;
  isPointer?: boolean;
}

export async function planAssets(
  { folder, assets, problems }: SourceProject,
  { cache, version, signal }: { cache: SourceCache; version: string; signal: AbortSignal },
): Promise<AssetPlan> {
  const known = new Map<string, AssetFile>();
  const imageSizes = new Map<string, ImageSize>();
  const plan: AssetPlan = { files: [], tasks: [], imageSizes, findFile: (path) => known.get(path) };
  for (let start = 0; start < assets.length; start += readsAtOnce) {
    signal.throwIfAborted();
    const batch = assets.slice(start, start + readsAtOnce);
    const digests = await Promise.all(batch.map((asset) => digestOf(folder, asset, cache)));
    for (const [index, { path, type }] of batch.entries()) {
      const digest = digests[index];
      if (digest === undefined) continue;
      const { sha256, byteLength, size, font, isPointer } = digest;
      if (isPointer === true) problems.push(problemOfPointer(path));
      known.set(path, { path, type, sha256, ratio: size && size[0] / size[1], font });
      if (size !== undefined) imageSizes.set(path, size);
      const fileKey = cacheKey(version, type, sha256);
      if (type === svgType) plan.tasks.push({ kind: "asset", name: path, fileKey, type, sha256 });
      else plan.files.push({ path, type, sha256, byteLength, load: loader(folder, path) });
    }
  }
  return plan;
}

/** The same plan for a checkout in another folder. */
export function moveAssets(plan: AssetPlan, folder: string): AssetPlan {
  return { ...plan, files: plan.files.map((file) => ({ ...file, load: loader(folder, file.path) })) };
}

/** An image or font that hasn't changed since an earlier build isn't read again. */
async function digestOf(folder: string, { path, stamp, type }: SourceAsset, cache: SourceCache): Promise<AssetDigest> {
  const known = cache.find<AssetDigest>(path, stamp);
  if (known !== undefined) return known;
  const bytes = await readFile(join(folder, path));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const size = mediaSize(bytes, type);
  const font = type.startsWith("font/") ? measureFont(bytes) : undefined;
  const isPointer = bytes.subarray(0, pointerStart.length).equals(pointerStart);
  const digest: AssetDigest = { sha256, byteLength: bytes.length, size, font, ...(isPointer && { isPointer }) };
  cache.keep(path, stamp, digest);
  return digest;
}

const pointerStart = Buffer.from("version https://git-lfs.github.com/spec/");

function problemOfPointer(file: string): BuildProblem {
  const hint = "commit the file itself; Git LFS is not supported";
  return new BuildProblem("is a Git LFS pointer, so readers don't see the file", { severity: "warning", file, hint });
}

function loader(folder: string, path: string): SiteFile["load"] {
  return async () => ({ bytes: await readFile(join(folder, path)) });
}
