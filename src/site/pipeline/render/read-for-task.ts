import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageSource } from "../../page/render-page.ts";
import { hashBody, splitFrontmatter } from "../../source/split-frontmatter.ts";
import type { AssetTask, PageTask, RenderSetup } from "./render-messages.ts";
import { SourceChanged } from "./source-changed.ts";

/** The text that the build has planned with. It is not sent along: most of what a large project holds is never rendered. */
export function readBody({ folder }: RenderSetup, { source }: PageTask): PageSource {
  const { body, bodyHash, ...rest } = source;
  if (body !== undefined) return { ...rest, body };
  const page = splitFrontmatter(readProjectFile(folder, source.file).toString("utf8"));
  // Under the key of one text the article of another would be kept for ever.
  if (hashBody(page) !== bodyHash) throw new SourceChanged(source.file);
  return { ...rest, body: page.body };
}

export function readAsset({ folder }: RenderSetup, { name, sha256 }: Pick<AssetTask, "name" | "sha256">): Buffer {
  const bytes = readProjectFile(folder, name);
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) throw new SourceChanged(name);
  return bytes;
}

function readProjectFile(folder: string, path: string): Buffer {
  try {
    return readFileSync(join(folder, path));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? new SourceChanged(path) : error;
  }
}
