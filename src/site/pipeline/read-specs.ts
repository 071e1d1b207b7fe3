import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiWants } from "../api/plan/needed-specs.ts";
import type { ProjectSpecs, ReadSpec } from "../api/plan/project-specs.ts";
import { findSpecIndex } from "../api/plan/stored-spec.ts";
import type { RemoteSpec } from "../api/read/remote-specs.ts";
import { specLimits } from "../api/read/spec-limits.ts";
import { BuildProblem } from "../ground/build-problem.ts";
import type { BuildCache } from "../ground/cache/build-cache.ts";
import type { SiteLimits } from "../ground/site-limits.ts";
import type { SourceAsset, SourceProject } from "../source/read-project.ts";
import type { SpecTask } from "./render/render-messages.ts";
import type { RenderPool } from "./render/render-pool.ts";
import { setupBeforePlan } from "./render/setup-before-plan.ts";

export interface ReadSpecsDeps {
  pool: RenderPool;
  cache: BuildCache;
}

export interface ReadSpecsRequest {
  project: SourceProject;
  wants: ApiWants;
  /** Descriptions that stand elsewhere, by their addresses. */
  remote: ReadonlyMap<string, RemoteSpec>;
  cacheFolder: string;
  rendererVersion: string;
  limits: SiteLimits;
  signal: AbortSignal;
}

/**
 * Reads the descriptions that a project needs. They are parsed in the render processes, like pages: one that breaks its
 * process costs nothing but itself. What they hold is kept in the cache by their content.
 */
export async function readSpecs(deps: ReadSpecsDeps, request: ReadSpecsRequest): Promise<ProjectSpecs> {
  const found = new Map<string, ReadSpec>();
  const tasks: SpecTask[] = [];
  const remote = [...request.remote].flatMap(([address, { text }]) => {
    return text === undefined ? [] : [specTask(address, text, request)];
  });
  for (const candidate of [...remote, ...candidates(request)]) {
    request.signal.throwIfAborted();
    const task = "kind" in candidate ? candidate : await readCandidate(candidate, request);
    if (task === undefined || found.size + tasks.length >= specLimits.specsMax) continue;
    const index = findSpecIndex(deps.cache, task.fileKey);
    if (index === undefined) tasks.push(task);
    else found.set(task.name, { file: task.name, key: task.fileKey, index });
  }
  if (tasks.length > 0) await runTasks(deps.pool, tasks, request, found);
  const specs = [...found.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1));
  return new Map(specs.map((spec) => [spec.file, spec]));
}

/** Named files first; the others only when something on the site could be in any of them. */
function candidates({ project, wants }: ReadSpecsRequest): SourceAsset[] {
  const files = project.assets.filter(({ path }) => /\.(?:json|ya?ml)$/i.test(path));
  const named = files.filter(({ path }) => wants.files.has(path));
  if (!wants.searchesAll) return named;
  return [...named, ...files.filter(({ path }) => !wants.files.has(path))].slice(0, specLimits.candidatesMax);
}

const looksLikeSpec = /["']?\b(?:openapi|swagger|asyncapi)["']?\s*:\s*["']?\d/;

async function readCandidate({ path, size }: SourceAsset, request: ReadSpecsRequest): Promise<SpecTask | undefined> {
  const { project, wants } = request;
  const isNamed = wants.files.has(path);
  if (size > specLimits.bytesMax) {
    const message = `is larger than ${specLimits.bytesMax / 1024 / 1024} MiB, so no page is made from it`;
    const hint = "split it into several API descriptions";
    if (isNamed) project.problems.push(new BuildProblem(message, { severity: "warning", file: path, hint }));
    return undefined;
  }
  const text = await readFile(join(project.folder, path), "utf8");
  if (!isNamed && !looksLikeSpec.test(text)) return undefined;
  return specTask(path, text, request);
}

function specTask(name: string, text: string, { wants, rendererVersion }: ReadSpecsRequest): SpecTask {
  const schemas = [...wants.schemas].toSorted();
  const options = JSON.stringify([name, wants.pillKeys, schemas]);
  const fileKey = createHash("sha256").update(`${rendererVersion}\n${options}\n`).update(text).digest("hex");
  return { kind: "spec", name, fileKey, text, options: { pillKeys: wants.pillKeys, schemas } };
}

async function runTasks(
  pool: RenderPool,
  tasks: SpecTask[],
  request: ReadSpecsRequest,
  found: Map<string, ReadSpec>,
): Promise<void> {
  const { cacheFolder, limits, signal, project } = request;
  const ours: string[] = [];
  await pool.render({
    setup: setupBeforePlan(project.folder, cacheFolder, limits),
    tasks,
    taskSecondsMax: limits.specSecondsMax,
    signal,
    onOutcome(task, outcome) {
      if (!outcome.ok && outcome.reason === "ours") ours.push(`${task.name}: ${outcome.message}`);
      else if (!outcome.ok) project.problems.push(brokenSpec(task.name, outcome.reason, limits));
      else if (outcome.result.spec !== undefined) {
        found.set(task.name, { file: task.name, key: task.fileKey, index: outcome.result.spec });
      }
    },
  });
  if (ours.length > 0) throw new Error(`reading an API description failed: ${ours[0]}`);
}

function brokenSpec(file: string, reason: string, limits: SiteLimits): BuildProblem {
  const message =
    reason === "timeout"
      ? `reading it took more than ${limits.specSecondsMax} seconds, so no page is made from it`
      : "reading it needs too much memory, so no page is made from it";
  return new BuildProblem(message, { severity: "warning", file, hint: "split it, or convert it to JSON" });
}
