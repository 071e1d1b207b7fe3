import { AppError } from "../platform/errors.ts";
import { isSameRepository } from "./same-repository.ts";

/** Another repository whose pages are part of the project's site, or a branch or tag of its own repository. */
export interface ProjectSource {
  /** The folder of the site that its files are in. */
  path: string;
  /** Null for the project's own repository. */
  repository: string | null;
  ref: { kind: "branch" | "tag"; name: string };
  /** The folder in its repository; empty for the root. */
  directory: string;
}

export interface WrittenSource {
  path: string;
  repository?: string | null | undefined;
  branch?: string | null | undefined;
  tag?: string | null | undefined;
  directory?: string | undefined;
}

const sourcesMax = 10;
const pathMaxLength = 100;
const segment = /^(?![._])[\w.~-]+$/;

interface Checks {
  /** The address of the project's own repository. */
  repository: string;
  checkedRepository(address: string): string;
  checkedBranch(name: string): string;
  checkedDirectory(path: string): string;
}

export function checkedSources(written: readonly WrittenSource[], checks: Checks): ProjectSource[] {
  if (written.length > sourcesMax) throw refuse(`A site can have at most ${sourcesMax} sources.`);
  const sources = written.map((source) => checkedSource(source, checks));
  for (const [index, { path }] of sources.entries()) {
    const other = sources.slice(0, index).find((each) => isWithin(path, each.path) || isWithin(each.path, path));
    if (other !== undefined) {
      throw refuse(`The paths ${other.path} and ${path} overlap; give each source a folder of its own.`);
    }
  }
  return sources;
}

function checkedSource(
  { path, repository, branch, tag, directory = "" }: WrittenSource,
  checks: Checks,
): ProjectSource {
  const folder = path.trim().replaceAll(/^\/|\/$/g, "");
  if (folder.length > pathMaxLength || !folder.split("/").every((part) => segment.test(part))) {
    throw refuse(
      `"${path}" isn't a valid path for a source. Use letters, digits, hyphens and slashes, such as sdk or docs/v1.`,
    );
  }
  const [name, another] = [branch, tag].filter((each) => each !== undefined && each !== null && each !== "");
  if (typeof name !== "string" || another !== undefined) {
    throw refuse(`Give the source ${folder} either a branch or a tag.`);
  }
  const address = repository ? checks.checkedRepository(repository) : null;
  return {
    path: folder,
    repository: address !== null && isSameRepository(address, checks.repository) ? null : address,
    ref: { kind: branch ? "branch" : "tag", name: checks.checkedBranch(name) },
    directory: checks.checkedDirectory(directory),
  };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function refuse(message: string): AppError {
  return new AppError("bad_request", message);
}

/** The sources whose pages a push to a branch changes. */
export function sourcesOfBranch(
  sources: readonly ProjectSource[],
  branch: string,
  isRepository: (repository: string | null) => boolean,
): ProjectSource[] {
  return sources.filter(
    ({ ref, repository }) => ref.kind === "branch" && ref.name === branch && isRepository(repository),
  );
}
