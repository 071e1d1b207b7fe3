import { afterAll, beforeAll } from "vitest";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/db/database.ts";
import type { Project } from "../../src/projects/store.ts";
import { createStorage, type Dialect, openStorage } from "./database.ts";
import { createTestProject } from "./server.ts";

/** A project in its own database, created before the first test of a suite and removed after the last. */
export function givenProject(
  dialect: Dialect,
  clock: Clock,
  take: (given: { database: Database; project: Project }) => void,
): void {
  let close: () => Promise<void>;
  beforeAll(async () => {
    const storage = await createStorage(dialect);
    const database = await openStorage(storage);
    close = async () => {
      await database.close();
      await storage.remove();
    };
    take({ database, project: await createTestProject(database, clock) });
  });
  afterAll(() => close());
}
