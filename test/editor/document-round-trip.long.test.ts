import { join } from "node:path";
import { withSharedFolder } from "../support/shared-folder.ts";
import { testPages } from "./round-trip.ts";

const project = join(import.meta.dirname, "../..");

testPages("Lectern's own pages", join(project, "docs"), 86);
testPages("the pages of test projects", join(project, "test/site/scenarios"), 353);
withSharedFolder("corpora", "the round trip of real pages", (corpora) => {
  // Reading all pages takes half a minute, so only some are tested here. `bench/editor-round-trip.ts` reads all of
  // them.
  testPages("the pages of real projects", corpora, 692, { step: 4 });
});
