import { attachApi } from "../api/plan/attach-api.ts";
import { tellShared } from "../api/plan/attach-warning.ts";
import { expandNavigation, settledUses } from "../api/plan/expand-navigation.ts";
import { createOperationFinder } from "../api/plan/find-target.ts";
import { createGeneratedPages } from "../api/plan/generated-pages.ts";
import { leaveOutApi } from "../api/plan/leave-out-api.ts";
import { type ApiWants, collectWants } from "../api/plan/needed-specs.ts";
import type { ProjectSpecs } from "../api/plan/project-specs.ts";
import { bringRemoteSpecs, type FetchSpec } from "../api/read/remote-specs.ts";
import { BuildProblem, problemFromRecord } from "../ground/build-problem.ts";
import type { DraftTree } from "../source/navigation/draft-tree.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { SourceProject } from "../source/read-project.ts";
import { type ReadSpecsDeps, type ReadSpecsRequest, readSpecs } from "./read-specs.ts";

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
  const specs = await readSpecs(deps, { ...request, wants, remote });
  const finder = createOperationFinder(specs);
  const files = assets.map((asset) => asset.path);
  const generated = createGeneratedPages(project.pages, config);
  const expanded = expandNavigation(draft, {
    finder,
    generated,
    ...settledUses(config),
    report,
    remote,
    files,
  });
  const attach = { finder, config, problems, remote, files, shared: new Map() };
  const written = project.pages.map((page) => attachApi(page, attach));
  tellShared(attach);
  const pages = [...written, ...generated.pages];
  problems.push(...problemsOfUsed(specs, wants, pages));
  return { project: { ...project, pages }, draft: expanded };
}

/** Faults in a file that was only looked through, and that no page shows, harm no reader. */
function problemsOfUsed(specs: ProjectSpecs, wants: ApiWants, pages: readonly SourcePage[]): BuildProblem[] {
  const used = new Set(pages.map(({ api }) => (api === undefined || api.part.kind === "written" ? "" : api.part.file)));
  return [...specs.values()].flatMap(({ file, index }) => {
    const isUsed = index.kind === "unread" || used.has(file) || wants.files.has(file) || wants.addresses.has(file);
    return isUsed ? index.problems.map(problemFromRecord) : [];
  });
}
