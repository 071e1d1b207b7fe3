import { join } from "node:path";
import { testPages } from "./round-trip.ts";

const project = join(import.meta.dirname, "../..");

// The long test writes all of them back, and pages of real projects.
testPages("Lectern's own pages", join(project, "docs"), 86, { writtenStep: 4 });
testPages("the pages of test projects", join(project, "test/site/scenarios"), 353, { writtenStep: 10 });
