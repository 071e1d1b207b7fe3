import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageSource } from "../../page/render-page.ts";
import { BuildFailure, BuildProblem } from "../../shared/build-problem.ts";
import { hashBody, splitFrontmatter } from "../../source/split-frontmatter.ts";
import type { AssetTask, PageTask, RenderSetup } from "./render-messages.ts";

/**
 * Reads the text that the build was planned with. Tasks don't contain the text, because the build doesn't keep the text
 * of all pages in memory.
 */
export function readPageBody({ folder }: RenderSetup, { source }: Pick<PageTask, "source">): PageSource {
  const { body, bodyHash, ...rest } = source;
  if (body !== undefined) return { ...rest, body };
  const page = splitFrontmatter(readProjectFile(folder, source.file).toString("utf8"));
  // Otherwise the article would be cached under the key of another text.
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

/** A file was written while the site was built from it, so the build has to start again. */
export class SourceChanged extends BuildFailure {
  constructor(file: string) {
    super([new BuildProblem("changed while the site was being built", { file, hint: "build it again" })]);
    this.name = "SourceChanged";
  }
}
