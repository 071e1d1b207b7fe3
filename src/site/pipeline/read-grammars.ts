import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CheckedGrammar, GrammarFile } from "../page/code/grammars/grammar-index.ts";
import { grammarLimits } from "../page/code/grammars/grammar-limits.ts";
import { BuildProblem, problemFromRecord, problemToRecord } from "../shared/build-problem.ts";
import { cacheKey } from "../shared/cache/cache-key.ts";
import type { SourceCache } from "../shared/cache/source-cache.ts";
import { listReachable } from "../shared/list-reachable.ts";
import type { SourceAsset, SourceProject } from "../source/read-project.ts";
import { siteFilePath } from "../theme/templates/site-file-path.ts";
import type { OneBuild } from "./build-request.ts";
import type { GrammarTask } from "./render/render-messages.ts";
import { createSetup } from "./render/render-messages.ts";
import type { RenderPool } from "./render/render-pool.ts";

interface ReadGrammarsRequest extends Pick<OneBuild, "cacheFolder" | "limits" | "signal"> {
  project: SourceProject;
}

type ReadGrammar = CheckedGrammar & Pick<GrammarFile, "path" | "sha256">;

/**
 * Reads the grammars named in docs.json. They are checked in a render process, so that a grammar that crashes the
 * process affects nothing else.
 */
export async function readGrammars(
  deps: { pool: RenderPool; cache: SourceCache },
  request: ReadGrammarsRequest,
): Promise<GrammarFile[]> {
  const { project } = request;
  const read: ReadGrammar[] = [];
  for (const asset of listGrammars(project)) {
    const known = deps.cache.find<ReadGrammar>(cacheName(asset), asset.stamp);
    const grammar = known ?? (await checkFile(deps.pool, asset, request));
    if (known === undefined) deps.cache.keep(cacheName(asset), asset.stamp, grammar);
    read.push(grammar);
  }
  project.problems.push(...read.flatMap(({ problems }) => problems.map(problemFromRecord)));
  const byScope = new Map<string, Omit<GrammarFile, "version">>();
  for (const { path, sha256, index } of read) {
    if (index === undefined) continue;
    const first = byScope.get(index.scopeName);
    if (first === undefined) byScope.set(index.scopeName, { path, sha256, ...index });
    else project.problems.push(leftOut(path, `has the same "scopeName" as ${first.path}, so it is left out`));
  }
  const next = (scope: string) => (byScope.get(scope)?.includes ?? []).filter((included) => byScope.has(included));
  return [...byScope.values()].map((file) => {
    // A hash of the grammar and everything it includes, directly or indirectly.
    const hashes = listReachable([file.scopeName], next).map((scope) => byScope.get(scope)?.sha256 ?? "");
    return { ...file, version: cacheKey(...hashes) };
  });
}

function cacheName({ path }: SourceAsset): string {
  return `grammar ${path}`;
}

/** Missing files are reported together with the other files named in docs.json. */
function listGrammars({ config, assets, problems }: SourceProject): SourceAsset[] {
  const byPath = new Map(assets.map((asset) => [asset.path, asset]));
  const paths = (config.styling?.codeblocks?.grammars ?? []).map((file) => siteFilePath(file)?.slice(1) ?? "");
  let bytes = 0;
  return [...new Set(paths)].flatMap((path) => {
    const asset = byPath.get(path);
    if (asset === undefined) return [];
    bytes += asset.size;
    if (asset.size <= grammarLimits.bytesMax && bytes <= grammarLimits.allBytesMax) return [asset];
    const { bytesMax, allBytesMax } = grammarLimits;
    const rule = `a grammar may have up to ${bytesMax} bytes, and all grammars together up to ${allBytesMax}`;
    problems.push(leftOut(path, `is too large, so it is left out: ${rule}`));
    return [];
  });
}

async function checkFile(
  pool: RenderPool,
  { path }: SourceAsset,
  { project, cacheFolder, limits, signal }: ReadGrammarsRequest,
): Promise<ReadGrammar> {
  const bytes = await readFile(join(project.folder, path));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const task: GrammarTask = { kind: "grammar", name: path, fileKey: sha256, text: bytes.toString("utf8") };
  let result: ReadGrammar | undefined;
  let fault: string | undefined;
  await pool.render({
    setup: createSetup({ folder: project.folder, cacheFolder, limits }),
    tasks: [task],
    taskSecondsMax: limits.pageSecondsMax,
    signal,
    onOutcome(_, outcome) {
      if (outcome.ok && outcome.result.grammar !== undefined) result = { path, sha256, ...outcome.result.grammar };
      else if (!outcome.ok && outcome.reason === "internal") fault = outcome.message;
    },
  });
  if (fault !== undefined) throw new Error(`checking a grammar failed: ${fault}`);
  // Failures are cached too. Otherwise every build would wait for the grammar again, although its file is unchanged.
  const problem = leftOut(path, "takes too long or too much memory to read, so it is left out");
  return result ?? { path, sha256, problems: [problemToRecord(problem)] };
}

function leftOut(file: string, message: string): BuildProblem {
  return new BuildProblem(message, { severity: "warning", file });
}
