import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { build, type Rolldown } from "vite";
import { programEntries, programSources, programsFolder } from "../src/site/pipeline/render/render-program.ts";
import { readRendererVersion } from "../src/site/shared/cache/renderer-version.ts";

const rootFolder = join(import.meta.dirname, "..");
/** A few old bundles are kept, because a server that still runs older code may load its bundle later. */
const foldersKept = 3;

/** Bundles the program of render processes into one file. Modules that are loaded on demand become separate files. */
export async function bundleRenderer(folder: string): Promise<void> {
  const bundle = await build({
    root: rootFolder,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    // These packages load native code and JSON files next to their own code.
    ssr: { noExternal: true, external: ["satteri", "css-tree", "rolldown"] },
    plugins: [lateModules],
    build: {
      ssr: true,
      rolldownOptions: { input: programEntries },
      outDir: folder,
      emptyOutDir: true,
      target: "node24",
      minify: false,
    },
  });
  refuseOtherSources([bundle].flat() as Rolldown.RolldownOutput[]);
}

/**
 * Replaces `require` of a neighboring source with an import, because the bundle is in another folder. The worker thread
 * for types is a separate file next to the program.
 */
export const lateModules: Rolldown.Plugin = {
  name: "late-modules",
  transform(code) {
    const paths = [...new Set(Array.from(code.matchAll(lateModule), ([, path = ""]) => path))];
    if (paths.length === 0 && !code.includes(typesWorker)) return undefined;
    const imports = paths.map((path, place) => `import * as late${place} from "${path}";\n`).join("");
    const changed = code.replaceAll(lateModule, (_, path: string) => `late${paths.indexOf(path)}`);
    return { code: imports + changed.replace(typesWorker, typesWorker.replace(".ts", ".js")), map: null };
  },
};
const lateModule = /\brequire\("(\.\/[\w-]+\.[jt]s)"\)/g;
const typesWorker = 'new URL("./types-worker.ts", import.meta.url)';

/**
 * Fails if the bundle contains other sources. The renderer's version doesn't depend on them, so after a change in one
 * of them the old bundle would still be used.
 */
function refuseOtherSources(bundles: Rolldown.RolldownOutput[]): void {
  const chunks = bundles.flatMap(({ output }) => output.filter((file) => file.type === "chunk"));
  const own = chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => relative(rootFolder, id)));
  const other = own.find(
    (path) => /^(?:src|web)\//.test(path) && !programSources.some((folder) => path.startsWith(`${folder}/`)),
  );
  if (other !== undefined)
    throw new Error(`${other} is not a source of the renderer, so the bundle must not contain it.`);
}

/** Writes the bundle. Its folder is renamed last, so it is either complete or absent. */
async function bundleOnce(): Promise<void> {
  const folder = join(programsFolder, readRendererVersion());
  if (existsSync(folder)) return;
  const unfinished = `${folder}.${process.pid}`;
  try {
    await bundleRenderer(unfinished);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  const folders = readdirSync(programsFolder).map((name) => join(programsFolder, name));
  const byAge = folders.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(foldersKept)) rmSync(old, { recursive: true, force: true });
}

if (import.meta.main) await bundleOnce();
