import { build, mergeConfig } from "vite";
import { bundles, isBundleName } from "./bundles.ts";

// A process of its own: what is built must not depend on who asks for it, and a server need not keep the tool in memory.
const [name = "", outDir = ""] = process.argv.slice(2);
if (!isBundleName(name)) throw new Error(`There is no bundle ${name}.`);

await build(
  mergeConfig(
    {
      configFile: false,
      publicDir: false,
      logLevel: "warn",
      build: {
        outDir,
        emptyOutDir: true,
        target: "es2023",
        // Older ones do not know light-dark(), which all our colours are written with.
        cssTarget: ["chrome125", "safari18", "firefox130"],
        modulePreload: false,
        reportCompressedSize: false,
      },
    },
    await bundles[name].config(),
  ),
);
