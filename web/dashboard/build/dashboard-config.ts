import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import type { InlineConfig, Plugin } from "vite";
import type { Operation } from "../../../src/contract/operation.ts";
import { contractTable } from "./contract-table.ts";

/** How the dashboard is built. Its files stand under `/dashboard/-/`, where no organization or project can be. */
export function dashboardConfig(): InlineConfig {
  return {
    root: join(import.meta.dirname, ".."),
    base: "/dashboard/",
    plugins: [tailwindcss(), plainContract()],
    // Whoever builds it, a test too: what browsers get is always React as it is meant for them.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    resolve: { conditions: ["module", "browser", "production"] },
    oxc: { jsx: { runtime: "automatic", development: false } },
    build: {
      assetsDir: "-",
      // The content security policy allows no data: addresses for fonts and scripts.
      assetsInlineLimit: 0,
      manifest: "manifest.json",
      rolldownOptions: {
        onLog(level, log, handle) {
          // Libraries mark what is not for servers; here nothing is.
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") {
            handle(level, log);
          }
        },
      },
    },
  };
}

const operationFiles = /[\\/]src[\\/]contract[\\/](?:\w+-)*operations\.ts$/;

/** Puts the lists of operations into the bundle without their schemas. */
function plainContract(): Plugin {
  return {
    name: "plain-contract",
    enforce: "pre",
    async load(id) {
      if (!operationFiles.test(id)) {
        return null;
      }
      const lists = (await import(id)) as Record<string, Readonly<Record<string, Operation>>>;
      return Object.entries(lists)
        .map(([name, list]) => `export const ${name} = ${JSON.stringify(contractTable(list))};`)
        .join("\n");
    },
  };
}
