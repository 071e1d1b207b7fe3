import { authenticate } from "../keys/middleware.ts";
import type { FindKeyByHash } from "../keys/store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { findHostedProject, type Project } from "../projects/store.ts";
import type { AccessRequest } from "./routes.ts";

interface AuthorizeDeps {
  database: Database;
  findKeyByHash: FindKeyByHash;
  clock: Clock;
}

/** An admin key of the project's organization may fetch, and with the scope `write` also push. */
export async function authorizeAccess(
  deps: AuthorizeDeps,
  { authorization, repository, write, address }: AccessRequest,
): Promise<Project> {
  const demand = { kind: "admin", scope: write ? "write" : "read" } as const;
  const key = await authenticate(deps, { authorization, address, origin: undefined }, demand);
  const project = await findHostedProject(deps.database.query, repository);
  if (project?.organizationId !== key.organizationId) {
    throw new AppError("not_found", "Repository not found; the project's settings show its URL.");
  }
  return project;
}
