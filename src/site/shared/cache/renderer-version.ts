import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * A hash of everything that affects rendered pages and the search index: Lectern's source and the exact versions of its
 * dependencies.
 */
export function readRendererVersion(): string {
  known ??= existsSync(packedVersion) ? readFileSync(packedVersion, "utf8") : hashSources();
  return known;
}

let known: string | undefined;
/**
 * A file with the version, in the npm package only: the package lacks most of the files to compute the version from.
 */
const packedVersion = new URL("../../bundle/version", import.meta.url);

function hashSources(): string {
  const hash = createHash("sha256");
  for (const folder of ["../..", "../../../search"].map((path) => fileURLToPath(new URL(path, import.meta.url)))) {
    for (const name of readdirSync(folder, { recursive: true }).map(String).toSorted()) {
      if (!/\.(?:ts|css|js|json)$/.test(name) || name.endsWith(".test.ts")) continue;
      hash
        .update(name)
        .update("\0")
        .update(readFileSync(join(folder, name)))
        .update("\0");
    }
  }
  const manifest = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")) as {
    dependencies: unknown;
    devDependencies: unknown;
  };
  return hash.update(JSON.stringify([manifest.dependencies, manifest.devDependencies])).digest("hex");
}
