// Starts a clone. Node can't keep the stripped code of a file that is loaded before the cache is enabled, and stripping
// just one costs every start 60 ms and 17 MB. So this file is JavaScript and enables the cache of compile-cache.ts.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/lectern"));
await import("./main.ts");
