import { join } from "node:path";
import type { InlineConfig } from "vite";

/** One thing that browsers load, and everything it is made of. */
export interface Bundle {
  name: string;
  /** The folders of its sources; a change in one of them makes it anew. */
  folders: readonly string[];
  /** All its JavaScript together, compressed; of one in parts, what is loaded first. */
  gzipBytesMax: number;
  /** The files of its folder that are loaded first; all of them without it. */
  listFirstLoad?(folder: string): Promise<string[]>;
  /** Asked for only when it is built, so that a process that finds it built loads no build tool. */
  config(): Promise<InlineConfig>;
}

const readerFolder = join(import.meta.dirname, "site");
/** Answers have the colours of the pages around them. */
const siteStylesFolder = join(import.meta.dirname, "../src/site/theme/assets/styles");
const contractFolder = join(import.meta.dirname, "../src/contract");
const readerFolders = [readerFolder, siteStylesFolder, contractFolder];
const dashboardFolder = join(import.meta.dirname, "dashboard");

/** Readers load these: the first on a published site, the second on anybody's page. */
const readerBytesMax = 60 * 1024;

export const bundles = {
  reader: {
    name: "reader",
    folders: readerFolders,
    gzipBytesMax: readerBytesMax,
    config: async () => oneFile("reader.tsx", "reader.js", "es"),
  },
  widget: {
    name: "widget",
    folders: readerFolders,
    gzipBytesMax: readerBytesMax,
    config: async () => oneFile("widget.tsx", "widget.js", "iife"),
  },
  dashboard: {
    name: "dashboard",
    folders: [dashboardFolder, ...readerFolders],
    gzipBytesMax: 160 * 1024,
    listFirstLoad: async (folder) => (await import("./dashboard/build/first-load.ts")).listFirstLoad(folder),
    config: async () => (await import("./dashboard/build/dashboard-config.ts")).dashboardConfig(),
  },
} as const satisfies Record<string, Bundle>;

export type BundleName = keyof typeof bundles;

export function isBundleName(name: string): name is BundleName {
  return Object.hasOwn(bundles, name);
}

/** Everything in one file: a page that asks for it waits for one answer. */
function oneFile(entry: string, name: string, format: "es" | "iife"): InlineConfig {
  return {
    root: readerFolder,
    build: {
      rolldownOptions: {
        input: join(readerFolder, entry),
        preserveEntrySignatures: format === "es" ? "strict" : false,
        output: { format, entryFileNames: name, codeSplitting: false },
      },
    },
  };
}
