import type { ProjectModel } from "./acknowledged.ts";
import { commit } from "./author-clients.ts";
import { anyNode, type ClientDeps, pick } from "./calling.ts";
import { git, gitUrl } from "./send.ts";

const refs = ["refs/heads/scratch", "refs/tags/first", "refs/tags/second"];
const deleteShare = 0.3;

/** Force-pushes a new commit to a tag or an unprotected branch, or deletes it. */
export async function replaceRef(deps: ClientDeps, project: ProjectModel): Promise<void> {
  const { journal } = deps.setup;
  const ref = pick(deps.random, refs) as string;
  const model = project.refs.get(ref) ?? { value: "", unsure: new Set<string>() };
  project.refs.set(ref, model);
  const base = project.branches.get("main")?.acknowledged ?? "";
  if (!(await git(journal, project.folder, ["checkout", "--quiet", "--force", "--detach", base])).isDone) return;
  const value = deps.random() < deleteShare ? "" : await commit(deps, project, false);
  const node = anyNode(deps);
  const url = gitUrl(node, project.domain, deps.adminKey);
  const pushed = await git(journal, project.folder, ["push", "--force", url, `${value}:${ref}`], node);
  journal.count(pushed.isDone ? "tags and branches replaced" : "tags and branches not replaced");
  journal.note(`${project.domain} ${ref} to ${value.slice(0, 8)} at ${node.name}: ${pushed.output.slice(-200)}`);
  if (pushed.isDone) project.refs.set(ref, { value, unsure: new Set() });
  else model.unsure.add(value);
}

/** `shown` is the output of `git ls-remote`. */
export function checkRefs({ setup }: ClientDeps, project: ProjectModel, node: string, shown: string): void {
  for (const [ref, { value, unsure }] of project.refs) {
    const [, found = ""] = new RegExp(`^(\\w+)\t${ref}$`, "m").exec(shown) ?? [];
    if (found !== value && !unsure.has(found)) {
      const text = `${project.domain} ${ref} at ${node} is ${found || "missing"} instead of ${value || "deleted"}`;
      setup.journal.broken("nothing acknowledged is lost", text);
    }
  }
}
