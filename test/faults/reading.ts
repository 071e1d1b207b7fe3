import type { ProjectModel } from "./acknowledged.ts";
import type { ClientDeps } from "./calling.ts";
import { isDone, send } from "./send.ts";
import type { ApiNode } from "./setups.ts";

/** All items of a project, page after page. */
export async function listAll<Item>(
  deps: ClientDeps,
  project: ProjectModel,
  kind: "updates" | "jobs" | "pullRequests",
  status: string,
): Promise<Item[]> {
  const folder = {
    updates: `/v1/project/updates/${project.id}`,
    jobs: `/v2/agent/${project.id}/jobs`,
    pullRequests: `/v1/project/pull-requests/${project.id}`,
  }[kind];
  const items: Item[] = [];
  let cursor = "";
  do {
    const query = `limit=100${status === "" ? "" : `&status=${status}`}${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const reply = await read(deps, `${folder}?${query}`);
    const page = JSON.parse(reply);
    items.push(...page[kind]);
    cursor = page.nextCursor ?? "";
  } while (cursor !== "");
  return items;
}

/** After the faults, any reply other than success is recorded as a problem. */
export async function read(
  { setup, adminKey }: ClientDeps,
  path: string,
  node = setup.apis[0] as ApiNode,
): Promise<string> {
  const reply = await send(setup.journal, { node, path, key: adminKey });
  if (!isDone(reply)) {
    throw new Error(`${path} at ${node.name}: ${reply.status} ${reply.text}`);
  }
  return reply.text;
}
