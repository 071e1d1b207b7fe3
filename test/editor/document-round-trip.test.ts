import { join } from "node:path";
import { testPages } from "./round-trip.ts";

const project = join(import.meta.dirname, "../..");

// The long test reads all of them, and pages of real projects.
testPages("some of Lectern's own pages", join(project, "docs"), 86, 4);
testPages("some pages of test projects", join(project, "test/site/scenarios"), 353, 10);
