import { createRenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { watchMemory } from "./processor-time.ts";
import { buildWhole } from "./whole-build.ts";

/**
 * `node bench/support/peak-memory.ts PROJECT CACHE` prints the peak memory of a cold build: this process plus its
 * render processes.
 */
const [folder = "", cacheFolder = ""] = process.argv.slice(2);
const pool = createRenderPool();
const memory = watchMemory();
await buildWhole(pool, { folder, cacheFolder, isWritten: true, onLine: () => undefined });
const { sum, parts } = memory.stop();
await pool.close();
console.log(`${parts.join(" + ")} = ${sum} MB (main process + render processes)`);
