import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import { insertOrganization, type Organization } from "./store.ts";

const nameMaxLength = 100;

export async function createOrganization(
  { clock }: { clock: Clock },
  connection: Connection,
  name: string,
): Promise<Organization> {
  if (name.trim() === "" || name.length > nameMaxLength) {
    throw new AppError("bad_request", `An organization's name must have 1 to ${nameMaxLength} characters.`);
  }
  const organization = { id: newId("org", clock), name: name.trim(), createdAt: clock.now() };
  await insertOrganization(connection, organization);
  return organization;
}
