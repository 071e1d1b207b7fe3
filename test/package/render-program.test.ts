import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { bundleRenderer } from "../../scripts/bundle-renderer.ts";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { programsFolder } from "../../src/site/pipeline/render/render-program.ts";
import { temporaryFolder } from "../site/temporary-folder.ts";

const sources = new URL("../../src/site/pipeline/render/render-child.ts", import.meta.url);

test("the renderer bundle gives the same files as its sources, including lazily loaded code", async () => {
  // Written next to the real bundles, because the bundle resolves packages from there.
  const folder = join(programsFolder, `test-${process.pid}`);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await bundleRenderer(folder);
  const bundled = await buildGallery(pathToFileURL(join(folder, "render-child.js")));
  const plain = await buildGallery(sources);
  expect(plain.size).toBeGreaterThan(50);
  expect(bundled).toEqual(plain);
});

async function buildGallery(childModule: URL): Promise<Map<string, string | undefined>> {
  const pool = createRenderPool({ size: 1, childModule });
  try {
    const { files, problems } = await buildSite(
      { pool },
      {
        folder: join(import.meta.dirname, "../site/gallery"),
        cacheFolder: temporaryFolder(),
        signal: new AbortController().signal,
        onLine: () => undefined,
      },
    );
    const told = problems.map(({ message, file, line }) => `${file}:${line} ${message}`).join("\n");
    const hashes = files.map(({ path, sha256 }): [string, string | undefined] => [path, sha256]);
    return new Map([...hashes, ["problems", told]]);
  } finally {
    await pool.close();
  }
}
