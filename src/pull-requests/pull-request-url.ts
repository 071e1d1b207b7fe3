import type { Project } from "../projects/store.ts";

/** Where people read a pull request; `publicUrl` has no slash at the end. */
export function pullRequestUrl(publicUrl: string, project: Project, number: number): string {
  return `${publicUrl}${pullRequestPath(project, number)}`;
}

export function pullRequestPath({ hostedRepository }: Project, number: number): string {
  return `/git/${hostedRepository ?? ""}/pull/${number}`;
}
