import { BuildProblem } from "../build-problem.ts";
import type { DraftTree } from "../navigation/draft-tree.ts";
import type { SourceProject } from "../project/read-project.ts";
import { collectWants } from "./api-wants.ts";
import { attachApi } from "./attach-api.ts";
import { expandNavigation, settledUses } from "./expand-navigation.ts";
import { createOperationFinder } from "./find-operation.ts";
import { createGeneratedPages } from "./generated-pages.ts";
import { leaveOutApi } from "./leave-out-api.ts";
import { type ReadSpecsDeps, type ReadSpecsRequest, readSpecs } from "./read-specs.ts";
import { bringRemoteSpecs, type FetchSpec } from "./remote-specs.ts";

export interface AddApiRequest extends Omit<ReadSpecsRequest, "wants" | "remote"> {
  draft: DraftTree;
  fetchSpec: FetchSpec | undefined;
  remoteFreshSeconds: number;
  withoutSpecs: boolean;
}

export interface ProjectWithApi {
  project: SourceProject;
  draft: DraftTree;
}

/** Reads the API descriptions of a project, gives pages their part of them, and makes the pages that docs.json asks for. */
export async function addApiPages(deps: ReadSpecsDeps, request: AddApiRequest): Promise<ProjectWithApi> {
  const { project, draft } = request;
  if (request.withoutSpecs) return { project, draft: leaveOutApi(draft) };
  const { config, problems, report, assets } = project;
  const wants = collectWants(project.pages, draft, config);
  const { cacheFolder, fetchSpec, remoteFreshSeconds: freshSeconds, signal } = request;
  const remote = await bringRemoteSpecs(wants.addresses, { cacheFolder, fetchSpec, freshSeconds, signal });
  for (const [file, { text, problem }] of remote) {
    if (text === undefined || problem === undefined) continue;
    const message = `cannot be read now, because ${problem}; what it held at the last build is shown`;
    problems.push(new BuildProblem(message, { severity: "warning", file }));
  }
  const finder = createOperationFinder(await readSpecs(deps, { ...request, wants, remote }));
  const generated = createGeneratedPages(project.pages, config);
  const expanded = expandNavigation(draft, {
    finder,
    generated,
    ...settledUses(config),
    report,
    remote,
    files: assets.map((asset) => asset.path),
  });
  const written = project.pages.map((page) => attachApi(page, { finder, config, problems, remote }));
  return { project: { ...project, pages: [...written, ...generated.pages] }, draft: expanded };
}
