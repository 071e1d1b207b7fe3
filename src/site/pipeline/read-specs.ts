import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectSpecs, ReadSpec } from "../api/plan/find-target.ts";
import type { NeededSpecs } from "../api/plan/needed-specs.ts";
import { findSpecIndex } from "../api/plan/stored-spec.ts";
import { dependsOnGroups } from "../api/read/keep-for-readers.ts";
import type { RemoteSpec } from "../api/read/remote-specs.ts";
import { specLimits } from "../api/read/spec-limits.ts";
import { BuildProblem } from "../shared/build-problem.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import type { SourceAsset, SourceProject } from "../source/read-project.ts";
import type { BuildDeps, OneBuild } from "./build-request.ts";
import { type ProjectOverlays, readOverlays } from "./read-overlays.ts";
import type { SpecTask } from "./render/render-messages.ts";
import { createSetup } from "./render/render-messages.ts";
import type { RenderPool } from "./render/render-pool.ts";

export interface ReadSpecsRequest extends Pick<OneBuild, "cacheFolder" | "limits" | "signal" | "readerGroups"> {
  project: SourceProject;
  needed: NeededSpecs;
  /** Descriptions on other servers, by address. */
  remote: ReadonlyMap<string, RemoteSpec>;
  rendererVersion: string;
}

/**
 * Reads the descriptions a project needs. Like pages, they are parsed in render processes, so that a description that
 * crashes its process affects nothing else. The results are cached by content.
 */
export async function readSpecs(deps: BuildDeps, request: ReadSpecsRequest): Promise<ProjectSpecs> {
  const found = new Map<string, ReadSpec>();
  const tasks: SpecTask[] = [];
  const overlays = await readOverlays(request);
  const remote = [...request.remote].flatMap(([address, { text }]) => {
    const isDescription = text !== undefined && request.needed.addresses.has(address);
    return isDescription ? [specTask(address, text, overlays, request)] : [];
  });
  for (const candidate of [...remote, ...candidates(request)]) {
    request.signal.throwIfAborted();
    const task = "kind" in candidate ? candidate : await readCandidate(candidate, overlays, request);
    if (task === undefined || found.size + tasks.length >= specLimits.specsMax) continue;
    const index = findSpecIndex(deps.cache, task.fileKey);
    if (index === undefined) tasks.push(task);
    else found.set(task.name, { file: task.name, key: task.fileKey, index });
  }
  if (tasks.length > 0) await runTasks(deps.pool, tasks, request, found);
  const specs = [...found.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1));
  return new Map(specs.map((spec) => [spec.file, spec]));
}

/** The files that the project names come first. Others are added only if a page names an operation without its file. */
function candidates({ project, needed }: ReadSpecsRequest): SourceAsset[] {
  const files = project.assets.filter(({ path }) => /\.(?:json|ya?ml)$/i.test(path) || needed.graphql.has(path));
  const named = files.filter(({ path }) => needed.files.has(path));
  if (!needed.searchesAll) return named;
  return [...named, ...files.filter(({ path }) => !needed.files.has(path))].slice(0, specLimits.candidatesMax);
}

const looksLikeSpec = /["']?\b(?:openapi|swagger|asyncapi)["']?\s*:\s*["']?\d/;

async function readCandidate(
  { path, size }: SourceAsset,
  overlays: ProjectOverlays,
  request: ReadSpecsRequest,
): Promise<SpecTask | undefined> {
  const { project, needed } = request;
  const isNamed = needed.files.has(path);
  if (size > specLimits.bytesMax) {
    const message = `is larger than ${specLimits.bytesMax / 1024 / 1024} MiB, so no pages are generated from it`;
    const hint = "split it into several descriptions";
    if (isNamed) project.problems.push(new BuildProblem(message, { severity: "warning", file: path, hint }));
    return undefined;
  }
  const text = await readFile(join(project.folder, path), "utf8");
  if (!isNamed && !looksLikeSpec.test(text)) return undefined;
  return specTask(path, text, overlays, request);
}

function specTask(
  name: string,
  text: string,
  overlaysOf: ProjectOverlays,
  { needed, rendererVersion, readerGroups }: ReadSpecsRequest,
): SpecTask {
  const schemas = [...needed.schemas].toSorted();
  const isGraphql = needed.graphql.has(name);
  const overlays = overlaysOf(name);
  // Only descriptions with parts for groups are read for each audience.
  const isForGroups = [text, ...overlays.map((overlay) => overlay.text ?? "")].some(dependsOnGroups);
  const reader = isForGroups ? readerGroups : undefined;
  const options = JSON.stringify([name, needed.pillKeys, schemas, isGraphql, reader, ...overlays]);
  const fileKey = createHash("sha256").update(`${rendererVersion}\n${options}\n`).update(text).digest("hex");
  return {
    kind: "spec",
    name,
    fileKey,
    text,
    options: { pillKeys: needed.pillKeys, schemas, isGraphql, overlays, reader },
  };
}

async function runTasks(
  pool: RenderPool,
  tasks: SpecTask[],
  request: ReadSpecsRequest,
  found: Map<string, ReadSpec>,
): Promise<void> {
  const { cacheFolder, limits, signal, project } = request;
  const failures: string[] = [];
  await pool.render({
    setup: createSetup({ folder: project.folder, cacheFolder, limits }),
    tasks,
    taskSecondsMax: limits.specSecondsMax,
    signal,
    onOutcome(task, outcome) {
      if (!outcome.ok && outcome.reason === "internal") failures.push(`${task.name}: ${outcome.message}`);
      else if (!outcome.ok) project.problems.push(brokenSpec(task.name, outcome.reason, limits));
      else if (outcome.result.spec !== undefined) {
        found.set(task.name, { file: task.name, key: task.fileKey, index: outcome.result.spec });
      }
    },
  });
  if (failures.length > 0) throw new Error(`reading an API description failed: ${failures[0]}`);
}

function brokenSpec(file: string, reason: string, limits: SiteLimits): BuildProblem {
  const message =
    reason === "timeout"
      ? `reading it took more than ${limits.specSecondsMax} seconds of processor time, so no pages are generated from it`
      : "reading it takes too much memory, so no pages are generated from it";
  return new BuildProblem(message, { severity: "warning", file, hint: "split it, or convert it to JSON" });
}
