import { expect } from "vitest";
import type { Limit } from "../../src/contract/operation.ts";
import type { Installation } from "../support/server.ts";

const otherNodeMilliseconds = 50;

/** Sets the current windows of these limits to the counts that requests to other nodes would have caused. */
export async function countElsewhere(
  { node, clock }: Installation,
  limits: readonly Pick<Limit, "name">[],
  count: number,
): Promise<void> {
  const names = limits.map(({ name }) => name);
  const { query } = node.database;
  const begun = query
    .selectFrom("rateLimits")
    .select("name")
    .distinct()
    .where("name", "in", names)
    .where("resetAt", ">", clock.now());
  // Wait until the counts in memory have been written.
  await expect.poll(async () => (await begun.execute()).length).toBe(names.length);
  await query.updateTable("rateLimits").set({ count }).where("name", "in", names).execute();
  clock.advance(otherNodeMilliseconds);
}
