import { parseRepositoryUrl } from "../git/remote.ts";
import { pathProblem, quotePath } from "../git/tree-path.ts";
import { AppError } from "../platform/errors.ts";
import { checkedBranch, checkedRepository } from "./create-project.ts";
import type { ContextRepository } from "./store.ts";

export interface ContextRepositoryChange {
  repository: string;
  branch?: string;
  folders?: readonly string[];
  /** Sealed. If undefined, the stored token of the same repository is kept. */
  token?: string | null;
}

const repositoriesMax = 5;
const foldersMax = 20;

/** Replaces the list. A token is kept only for the same repository, so that it is never sent to another host. */
export function changeContextRepositories(
  before: readonly ContextRepository[],
  wanted: readonly ContextRepositoryChange[],
): ContextRepository[] {
  if (wanted.length > repositoriesMax) {
    throw new AppError("bad_request", `A project can have at most ${repositoriesMax} code repositories.`);
  }
  const list = wanted.map(({ repository: url, branch = "main", folders = [], token }) => {
    const repository = checkedRepository(url);
    const known = before.find((one) => one.repository === repository);
    return {
      repository,
      branch: checkedBranch(branch),
      folders: checkedFolders(folders),
      token: token === undefined ? (known?.token ?? null) : token,
    };
  });
  if (new Set(list.map(({ repository }) => parseRepositoryUrl(repository).href)).size < list.length) {
    throw new AppError("bad_request", "The same code repository is listed twice.");
  }
  return list;
}

function checkedFolders(folders: readonly string[]): string[] {
  const paths = [...new Set(folders.map((path) => path.trim().replace(/^\/|\/$/g, "")))].filter((path) => path !== "");
  if (paths.length > foldersMax) {
    throw new AppError("bad_request", `A code repository can have at most ${foldersMax} folders.`);
  }
  for (const path of paths) {
    const problem = pathProblem(path);
    if (problem !== undefined) throw new AppError("bad_request", `The folder ${quotePath(path)} ${problem}.`);
  }
  return paths;
}

/** A name for people and the model: the last part of the address, with a number if two have the same. */
export function contextNames(list: readonly Pick<ContextRepository, "repository">[]): string[] {
  const names = list.map(({ repository }) => {
    const [last = repository] = repository
      .split("/")
      .filter((part) => part !== "")
      .slice(-1);
    return last.endsWith(".git") ? last.slice(0, -".git".length) : last;
  });
  return names.map((name, index) => (names.indexOf(name) === index ? name : `${name}-${index + 1}`));
}
