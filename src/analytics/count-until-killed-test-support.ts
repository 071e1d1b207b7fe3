import { openDatabase } from "../platform/db/open.ts";
import { countEvents } from "./count-events.ts";

// Counts batches until it is killed, and prints a line for each that is counted.
const [projectId = "", dataFolder = "", url] = process.argv.slice(2);
const database = await openDatabase({ url: url || undefined, dataFolder, connectionsMax: 2, onIdleError: () => {} });
const published = { projectId, subdomain: "docs", artifact: "a" };
const deps = {
  database,
  isCounted: async () => true,
  visitorIdOf: async ({ address }: { address: string }) => address,
  branchOf: async () => ({ language: "", version: "" }),
};
for (let batch = 0; ; batch++) {
  const events = Array.from({ length: 50 }, (_, index) => ({
    ...{ type: "view" as const, at: Date.UTC(2026, 2, 2, 9), published, page: `/p${index % 5}`, form: "page" as const },
    ...{ isText: false, address: `${batch} ${index}`, userAgent: "Firefox", referrer: "", country: "" },
  }));
  await countEvents(deps, { id: `batch ${batch}`, events }, new Map());
  process.stdout.write(".\n");
}
