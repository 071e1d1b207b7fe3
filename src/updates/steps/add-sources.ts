import { hash } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { GitError } from "../../git/git-error.ts";
import { checkOutKept, keepCheckOut } from "../../git/kept-checkout.ts";
import { lastCommitTimes } from "../../git/last-commit-times.ts";
import { mirrorOf } from "../../git/mirror.ts";
import { type Commit, readCommit } from "../../git/read-commit.ts";
import { defaultRepositoryLimits, type Repository } from "../../git/repository.ts";
import { removeTree } from "../../git/worktree.ts";
import type { ProjectSource } from "../../projects/project-sources.ts";
import { findTip, type SourceLocation } from "../../projects/source/find-tip.ts";
import type { Project } from "../../projects/store.ts";
import type { EditableSource } from "../../site/building.ts";
import type { ProjectFile } from "../../site/project.ts";
import type { SourceCommit } from "../update.ts";
import { editableSource } from "./editable-source.ts";
import { type FetchedSource, stampedFiles, writeTimes } from "./fetch-source.ts";
import type { StepLog } from "./step-log.ts";

/** A source whose files are in their folder of the site. */
interface AddedSource {
  path: string;
  /** `acme/sdk`; undefined for the project's own repository. */
  name: string | undefined;
  editable: EditableSource | undefined;
  repository: Repository;
  /** The content directory in its repository. */
  directory: string;
  commit: SourceCommit;
}

export interface ComposedSource extends Omit<FetchedSource, "history"> {
  sources: AddedSource[];
}

interface AddRequest {
  project: Project;
  location: SourceLocation;
  locate(project: Project, signal: AbortSignal): Promise<SourceLocation>;
  /** The sources to add. Those with a commit are checked out at that commit. */
  wanted: readonly (ProjectSource & Partial<SourceCommit>)[];
  /** The folder of the project's own checkout. */
  folder: string;
  cachesFolder: string;
  signal: AbortSignal;
}

const limits = defaultRepositoryLimits;
export const ownLocation = (folder: string) => `${folder}-sources`;

/**
 * Moves the checkout of each source into its folder of the project's own checkout, so that the site is built from one
 * tree of files. Files of the project in these folders are set aside. A source that can't be fetched fails the update.
 */
export async function addSources(
  own: Omit<FetchedSource, "history">,
  request: AddRequest,
  stepLog: StepLog,
): Promise<ComposedSource> {
  const placed: PlacedSource[] = [];
  for (const [index, source] of request.wanted.entries()) {
    const added = await explained(source, () => checkOutSource(source, index, request, stepLog));
    placed.push({ ...added, ...(await moveInto(own.folder, added, stepLog)) });
  }
  if (placed.length === 0) return { ...own, sources: [] };
  const isHidden = (file: string) => placed.some(({ path }) => file.startsWith(`${path}/`));
  return {
    ...own,
    files: [
      ...own.files.filter(({ path }) => !isHidden(path)),
      ...placed.flatMap(({ path, files }) => files.map((file) => ({ ...file, path: `${path}/${file.path}` }))),
    ],
    editTimes: new Map([
      ...[...own.editTimes].filter(([file]) => !isHidden(file)),
      ...placed.flatMap(({ path, times }) => [...times].map(([file, at]) => [`${path}/${file}`, at] as const)),
    ]),
    sources: placed,
    async keep() {
      try {
        for (const source of placed.toReversed()) await source.moveBack();
      } catch {
        // Files of a source must not stay in the project's own checkout. The next update starts from scratch.
        await removeTree(request.folder);
        return;
      }
      for (const source of placed) await source.keep();
      await own.keep();
    },
  };
}

interface CheckedOutSource extends AddedSource {
  /** Where its files are until they are moved. */
  folder: string;
  files: ProjectFile[];
  times: ReadonlyMap<string, string>;
  keep(): Promise<void>;
}

interface PlacedSource extends CheckedOutSource {
  moveBack(): Promise<void>;
}

async function checkOutSource(
  source: AddRequest["wanted"][number],
  index: number,
  { project, location: ownPlace, locate, folder, cachesFolder, signal }: AddRequest,
  stepLog: StepLog,
): Promise<CheckedOutSource> {
  const { path, repository: address, ref } = source;
  const location = address === null ? ownPlace : await locate(projectOf(project, address), signal);
  const { repository, commit } = await stepLog.timed(`fetch-source: ${path}: ${ref.kind} ${ref.name}`, () =>
    findCommit(location, source, signal),
  );
  const { sha } = commit;
  const directory = source.directory === "" && address === null ? project.directory : source.directory;
  const name = address === null ? undefined : nameOf(address);
  const from = name === undefined ? "" : ` of ${name}`;
  stepLog.line(`fetch-source: ${path}: ${sha.slice(0, 12)}${from} by ${commit.authorName}`);
  const tree = {
    folder: join(ownLocation(folder), String(index)),
    keptFolder: join(cachesFolder, project.id, `checkout-${hash("sha256", path).slice(0, 16)}`),
  };
  const use = { limits, signal };
  const found = await checkOutKept(repository, { ...tree, sha, directory, ...use });
  for (const warning of found.tree.warnings) stepLog.line(`fetch-source: ${path}: warning: ${warning}`);
  const pages = found.tree.files.map((file) => join(directory, file.path)).filter((file) => /\.mdx?$/.test(file));
  const editTimes = await lastCommitTimes(repository, { sha, paths: pages, earlier: found.earlier, ...use });
  return {
    path,
    name,
    editable: ref.kind === "branch" ? editableSource(location, ref.name, directory) : undefined,
    repository,
    directory,
    commit: { path, repository: address, ref, directory: source.directory, sha },
    folder: found.files,
    files: stampedFiles(found.tree.files),
    times: writeTimes(editTimes, directory === "" ? 0 : directory.length + 1),
    keep: () => keepCheckOut(tree, { sha, directory, tree: found.tree, editTimes }),
  };
}

async function findCommit(
  location: SourceLocation,
  { ref, sha }: AddRequest["wanted"][number],
  signal: AbortSignal,
): Promise<{ repository: Repository; commit: Commit }> {
  const use = { limits, signal };
  if (sha !== undefined) {
    const repository =
      location.kind === "hosted" ? { gitDir: location.gitDir } : mirrorOf(location.mirrorsFolder, location.url);
    const commit = await readCommit(repository, sha, use).catch(ignoreMissing);
    if (commit !== undefined) return { repository, commit };
  }
  const tip = await findTip({ location, branch: ref.name, isTag: ref.kind === "tag", signal });
  return { repository: tip.repository, commit: await readCommit(tip.repository, sha ?? tip.sha, use) };
}

/** The worker that published the commit may have been another one, so the mirror may lack it. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof GitError && error.kind !== "aborted") return undefined;
  throw error;
}

/** The project's token is only sent to the host that it is for. */
function projectOf(project: Project, repository: string): Project {
  const isSameHost = new URL(project.repository).origin === new URL(repository).origin;
  const hasToken = project.hostedRepository === null && isSameHost;
  return { ...project, hostedRepository: null, repository, repositoryToken: hasToken ? project.repositoryToken : null };
}

function nameOf(address: string): string {
  return new URL(address).pathname.replaceAll(/^\/|\/$/g, "").replace(/\.git$/, "");
}

async function moveInto(
  root: string,
  { path, folder, files }: CheckedOutSource,
  stepLog: StepLog,
): Promise<Pick<PlacedSource, "moveBack">> {
  if (files.length === 0) throw new GitError("not-found", `The source ${path} has no files; check its folder.`);
  const [target, aside] = [join(root, path), `${folder}-own`];
  const isTaken = await rename(target, aside).then(
    () => true,
    () => false,
  );
  if (isTaken) stepLog.line(`fetch-source: warning: the folder ${path} of the repository is left out for the source`);
  const made = await mkdir(dirname(target), { recursive: true });
  await rename(folder, target);
  return {
    async moveBack() {
      await rename(target, folder);
      if (made !== undefined) await rm(made, { recursive: true });
      if (isTaken) await rename(aside, target);
    },
  };
}

/** Adds the name of the source to the message. */
async function explained<Result>({ path }: ProjectSource, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new GitError(error.kind, `The source ${path}: ${error.message}`, { cause: error });
  }
}
