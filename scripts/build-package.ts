import { rmSync } from "node:fs";
import { bundlePackages } from "./package/bundle-packages.ts";
import { bundleRenderProgram } from "./package/bundle-render-program.ts";
import { copyPackageFiles } from "./package/copy-package-files.ts";
import { emitDeclarations } from "./package/emit-declarations.ts";
import { distFolder } from "./package/package-layout.ts";
import { reportSize } from "./package/report-size.ts";
import { stagePackage } from "./package/stage-package.ts";
import { transpileSources } from "./package/transpile-sources.ts";

/**
 * `npm run build` writes dist/, the code of the npm package, and package/ with everything that is published. Each file
 * of src/ becomes a file of dist/ with the same path and the same line numbers, so that relative paths and stack traces
 * are right in both. npm installs packages with native code; all others are bundled.
 */
rmSync(distFolder, { recursive: true, force: true });
await bundlePackages(transpileSources());
copyPackageFiles();
await bundleRenderProgram();
emitDeclarations();
stagePackage();
reportSize();
