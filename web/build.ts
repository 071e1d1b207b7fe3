import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { InlineConfig } from "vite";

// Builds everything that browsers load into web/dist. `npm ci` runs it, and the server only reads the result.

const { build, mergeConfig } = await import("vite").catch(() => {
  throw new Error("The browser bundles need development dependencies. Run `npm ci --include=dev`.");
});
const { listMermaidFiles, mermaidConfig } = await import("./mermaid/mermaid-config.ts");
const { dashboardConfig } = await import("./dashboard/build/dashboard-config.ts");

const distFolder = join(import.meta.dirname, "dist");
const unfinished = `${distFolder}.${process.pid}`;
const readerFolder = join(import.meta.dirname, "site");
const scriptsFolder = join(import.meta.dirname, "../src/site/theme/assets/scripts");

const shared: InlineConfig = {
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  build: {
    outDir: unfinished,
    emptyOutDir: false,
    target: "es2023",
    // These versions support light-dark(), which every color uses.
    cssTarget: ["chrome125", "safari18", "firefox130"],
    modulePreload: false,
    reportCompressedSize: false,
  },
};

const configs = [
  oneFile(readerFolder, "reader.tsx", "reader.js", "es"),
  oneFile(readerFolder, "widget.tsx", "widget.js", "iife"),
  oneFile(readerFolder, "islands/islands.ts", "islands.js", "es"),
  oneFile(scriptsFolder, "site.ts", "site.js", "iife"),
  oneFile(scriptsFolder, "before-paint.ts", "before-paint.js", "iife"),
  oneFile(scriptsFolder, "tester/tester.ts", "tester.js", "iife"),
  mermaidConfig(join(unfinished, "mermaid")),
  oneFile(scriptsFolder, "services/services.ts", "services.js", "iife"),
  oneFile(join(import.meta.dirname, "search"), "open-search.ts", "search.js", "es"),
  dashboardConfig(join(unfinished, "dashboard")),
];

try {
  for (const config of configs) await build(mergeConfig(shared, config));
  await listMermaidFiles(join(unfinished, "mermaid"));
  // The finished folder is renamed last, so web/dist is either complete or absent.
  await rm(distFolder, { recursive: true, force: true });
  await rename(unfinished, distFolder);
} finally {
  await rm(unfinished, { recursive: true, force: true });
}

function oneFile(root: string, entry: string, name: string, format: "es" | "iife"): InlineConfig {
  return {
    root,
    build: {
      rolldownOptions: {
        input: join(root, entry),
        preserveEntrySignatures: format === "es" ? "strict" : false,
        output: { format, entryFileNames: name, codeSplitting: false },
      },
    },
  };
}
