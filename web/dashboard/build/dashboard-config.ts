import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import type { InlineConfig, Plugin } from "vite";
import type { Operation } from "../../../src/contract/operation.ts";

/** How the dashboard is built. No organization or project can have the path `/dashboard/-/`, which serves its files. */
export function dashboardConfig(outDir: string): InlineConfig {
  return {
    root: join(import.meta.dirname, ".."),
    base: "/dashboard/",
    plugins: [tailwindcss(), plainContract, chartLanguage],
    // Browsers always get React's production build, regardless of NODE_ENV.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    resolve: { conditions: ["module", "browser", "production"] },
    oxc: { jsx: { runtime: "automatic", development: false } },
    build: {
      outDir,
      assetsDir: "-",
      // The content security policy allows no data: URLs for fonts and scripts.
      assetsInlineLimit: 0,
      manifest: "manifest.json",
      // The visual editor is the largest file. It is loaded when somebody edits a page.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        onLog(level, log, handle) {
          // Ignores warnings about the "use client" marks of libraries, which only matter for server rendering.
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
        },
        // Every page needs these libraries. In one file, they compress better than in pieces.
        output: {
          codeSplitting: {
            groups: [{ name: "libraries", test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack)[\\/]/ }],
          },
        },
      },
    },
  };
}

const operationFiles = /[\\/]src[\\/]contract[\\/](?:\w+-)*operations\.ts$/;
const formFile = /[\\/]forms[\\/]body-forms\.ts$/;

/** Bundles the lists of operations and the fields of forms without their schemas. */
const plainContract: Plugin = {
  name: "plain-contract",
  enforce: "pre",
  async load(id) {
    if (formFile.test(id)) {
      const { bodyForms }: typeof import("../forms/body-forms.ts") = await import(id);
      return `export const bodyForms = ${JSON.stringify(bodyForms)};`;
    }
    if (!operationFiles.test(id)) return null;
    const lists = (await import(id)) as Record<string, Readonly<Record<string, Operation>>>;
    return Object.entries(lists)
      .filter(([name]) => /operations$/i.test(name))
      .map(([name, list]) => `export const ${name} = ${JSON.stringify(contractTable(list))};`)
      .join("\n");
  },
};

/**
 * While uPlot loads, it asks for the browser's number format, which fails if the system names no valid language, such as
 * `en-US@posix`. Our charts format their own numbers.
 */
const chartLanguage: Plugin = {
  name: "chart-language",
  transform(code, id) {
    if (!/uPlot\.esm\.js$/.test(id)) return null;
    if (!code.includes("nav.language")) throw new Error("uPlot reads the language in another way now.");
    return code.replace("nav.language", '"en"');
  },
};

/**
 * The fields that the client needs to send a request and read the reply. Schemas would bring their whole library into
 * the browser, which validates nothing.
 */
function contractTable(operations: Readonly<Record<string, Operation>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operations).map(([name, { method, path, query, body, reply }]) => [
      name,
      {
        method,
        path,
        ...(query !== undefined && {
          query: { properties: Object.fromEntries(Object.keys(query.properties).map((key) => [key, 1])) },
        }),
        ...(body !== undefined && { body: 1 }),
        reply: {
          status: reply.status,
          ...("schema" in reply && { schema: 1 }),
          ...("events" in reply && { events: 1 }),
          ...("chunks" in reply && { chunks: 1 }),
        },
      },
    ]),
  );
}
