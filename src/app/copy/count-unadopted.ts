import type { Connection } from "../../platform/db/database.ts";
import { findVersion } from "../../projects/repositories/store.ts";
import { listHostedProjects } from "../../projects/store.ts";

/** Hosted repositories of version 0.2 that only exist in a data folder. The first start of this version stores them. */
export async function countUnadopted(connection: Connection): Promise<number> {
  let count = 0;
  for (const { id } of await listHostedProjects(connection)) {
    count += (await findVersion(connection, id)) === undefined ? 1 : 0;
  }
  return count;
}
