import { attachApi } from "../api/plan/attach-api.ts";
import { expandNavigation, removeApiEntries } from "../api/plan/expand-navigation.ts";
import { createTargetFinder, type ProjectSpecs } from "../api/plan/find-target.ts";
import { createGeneratedPages } from "../api/plan/generated-pages.ts";
import { collectNeededSpecs, type NeededSpecs } from "../api/plan/needed-specs.ts";
import { fetchRemoteSpecs, type RemoteSpec } from "../api/read/remote-specs.ts";
import { BuildProblem, problemFromRecord } from "../shared/build-problem.ts";
import type { DraftTree } from "../source/navigation/draft-tree.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { SourceProject } from "../source/read-project.ts";
import type { BuildDeps, OneBuild } from "./build-request.ts";
import { overlayAddresses } from "./read-overlays.ts";
import { type ReadSpecsRequest, readSpecs } from "./read-specs.ts";

interface AddApiRequest
  extends Omit<ReadSpecsRequest, "needed" | "remote">,
    Pick<OneBuild, "fetchSpec" | "recallSpec" | "remoteFreshSeconds" | "withoutSpecs"> {
  draft: DraftTree;
}

interface ProjectWithApi {
  project: SourceProject;
  draft: DraftTree;
  /** Descriptions on other servers, by address. They may change at any time. */
  remoteSpecs: ReadonlyMap<string, RemoteSpec>;
  /** The groups that parts of the descriptions are for. */
  groups: string[];
  /** Files that have parts for other readers. */
  hiddenFiles: ReadonlySet<string>;
}

/** Reads the API descriptions of a project, attaches them to pages, and generates the pages docs.json asks for. */
export async function addApiPages(deps: BuildDeps, request: AddApiRequest): Promise<ProjectWithApi> {
  const { project, draft } = request;
  if (request.withoutSpecs)
    return { project, draft: removeApiEntries(draft), remoteSpecs: new Map(), groups: [], hiddenFiles: new Set() };
  const { config, problems, report, assets } = project;
  const needed = collectNeededSpecs(project.pages, draft, config);
  const remote = await fetchRemoteSpecs(new Set([...needed.addresses, ...overlayAddresses(needed)]), request);
  for (const [file, { text, problem }] of remote) {
    if (text === undefined || problem === undefined) continue;
    const message = `could not be fetched because ${problem}, so the copy from an earlier update is shown`;
    problems.push(new BuildProblem(message, { severity: "warning", file }));
  }
  for (const file of needed.conflicts) {
    const hint = "list the same overlays everywhere the description is named";
    const message = `has different "overlays" in different places; the first list is applied`;
    problems.push(new BuildProblem(message, { severity: "warning", file, hint }));
  }
  const specs = await readSpecs(deps, { ...request, needed, remote });
  const finder = createTargetFinder(specs, project.roots);
  const files = assets.map((asset) => asset.path);
  const shown = { ...config, reader: request.readerGroups };
  const generated = createGeneratedPages(project.pages, shown);
  const expanded = expandNavigation(draft, { finder, generated, config, report, remote, files });
  const written = attachApi(project.pages, { finder, config: shown, problems, remote, files });
  const pages = [...written, ...generated.pages];
  problems.push(...problemsOfUsed(specs, needed, pages));
  if (request.readerGroups === "open") problems.push(...noteHiddenParts(specs));
  const indexes = [...specs.values()].map(({ index }) => index);
  const groups = indexes.flatMap(({ readerGroups }) => readerGroups);
  const hiddenFiles = new Set(indexes.flatMap(({ hiddenIn }) => hiddenIn));
  return { project: { ...project, pages }, draft: expanded, remoteSpecs: remote, groups, hiddenFiles };
}

/** Parts for groups are left out of a site that nobody signs in to. */
function noteHiddenParts(specs: ProjectSpecs): BuildProblem[] {
  const message = "has parts for groups of readers, but this site is open to everyone, so they are left out";
  const hint = 'make the site private in the access settings of the project, or remove "groups" and "x-mint-enum"';
  const found = [...specs.values()].filter(({ index }) => index.hiddenIn.length > 0);
  return found.map(({ file }) => new BuildProblem(message, { severity: "warning", file, hint }));
}

/** Leaves out problems of files that were only searched and that no page shows. */
function problemsOfUsed(specs: ProjectSpecs, needed: NeededSpecs, pages: readonly SourcePage[]): BuildProblem[] {
  const used = new Set(pages.map(({ api }) => (api !== undefined && "file" in api.part ? api.part.file : "")));
  return [...specs.values()].flatMap(({ file, index }) => {
    const isUsed = index.kind === "unread" || used.has(file) || needed.files.has(file) || needed.addresses.has(file);
    return isUsed ? index.problems.map(problemFromRecord) : [];
  });
}
