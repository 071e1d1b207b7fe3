import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isCompressible } from "../project/file-types.ts";
import type { SourceAsset, SourceProject } from "../project/read-project.ts";
import type { AssetTask } from "../render/render-messages.ts";
import { hashOf } from "./plan-site.ts";
import type { SiteFile } from "./site-build.ts";

export interface AssetPlan {
  /** Pictures and fonts are served from the checkout as they are. */
  files: SiteFile[];
  /** Text is compressed, and drawings are sanitised, in the render processes. */
  tasks: AssetTask[];
}

const readsAtOnce = 32;

export async function planAssets(
  { folder, assets }: SourceProject,
  version: string,
  signal: AbortSignal,
): Promise<AssetPlan> {
  const plan: AssetPlan = { files: [], tasks: [] };
  for (let start = 0; start < assets.length; start += readsAtOnce) {
    signal.throwIfAborted();
    await Promise.all(assets.slice(start, start + readsAtOnce).map((asset) => planAsset(folder, asset, version, plan)));
  }
  return plan;
}

async function planAsset(folder: string, { path, type }: SourceAsset, version: string, plan: AssetPlan): Promise<void> {
  const location = join(folder, path);
  const bytes = await readFile(location);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (isCompressible(type)) {
    plan.tasks.push({ kind: "asset", name: path, fileKey: hashOf(version, type, sha256), type, bytes });
  } else {
    plan.files.push({
      path,
      type,
      sha256,
      byteLength: bytes.length,
      isImmutable: false,
      load: async () => ({ bytes: await readFile(location), gzip: undefined, brotli: undefined }),
    });
  }
}
