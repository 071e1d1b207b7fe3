import { createHash } from "node:crypto";
import type { ArtifactCache, ServedFile } from "../platform/artifacts/artifact-cache.ts";
import type { Json, Manifest } from "../platform/artifacts/manifest.ts";
import { siteExtra } from "../projects/sites/site-extra.ts";
import type { SiteBuild } from "../site/building.ts";
import type { SiteFile } from "../site/serving.ts";

export interface PreviewArtifacts extends ArtifactCache {
  /** Stores a new site and returns its name. */
  add(site: SiteBuild, revision: string): string;
  get(digest: string): SiteBuild;
  /** Earlier sites, newest first. */
  earlier(digest: string): string[];
}

interface Preview {
  site: SiteBuild;
  files: ReadonlyMap<string, SiteFile>;
  manifest: Manifest;
  revision: string;
}

/** How many sites are kept, because open pages may still load files of an earlier one. */
const previewsMax = 3;

/** Presents built sites as published artifacts, so that the same code can serve them. */
export function createPreviewArtifacts(decorate: (html: string, revision: string) => string): PreviewArtifacts {
  const previews = new Map<string, Preview>();

  function get(digest: string): Preview {
    const preview = previews.get(digest);
    if (preview === undefined) throw new Error(`there is no preview ${digest}`);
    return preview;
  }

  return {
    add(site, revision) {
      previews.set(revision, {
        site,
        files: new Map(site.files.map((file) => [file.path, file])),
        manifest: manifestOf(site),
        revision,
      });
      for (const digest of previews.keys()) if (previews.size > previewsMax) previews.delete(digest);
      return revision;
    },
    get: (digest) => get(digest).site,
    earlier: (digest) => [...previews.keys()].filter((other) => other !== digest).toReversed(),
    getManifest: async (_namespace, digest) => get(digest).manifest,
    async findFile({ digest, path }) {
      const { files, revision } = get(digest);
      const file = files.get(path);
      if (file === undefined) return undefined;
      const { bytes } = await file.load();
      const isPage = file.type.startsWith("text/html");
      return served(isPage ? Buffer.from(decorate(bytes.toString(), revision)) : bytes, file.type);
    },
  };
}

function manifestOf(site: SiteBuild): Manifest {
  const files = site.files.map(
    ({ path, type, sha256, byteLength }) => [path, { type, hash: sha256 ?? "", size: byteLength }] as const,
  );
  return { files: new Map(files), extra: siteExtra(site) as unknown as Json };
}

/** Files aren't compressed, because they don't leave this machine. */
function served(bytes: Buffer, type: string): ServedFile {
  return {
    hash: createHash("sha256").update(bytes).digest("hex"),
    size: bytes.length,
    type,
    encoding: undefined,
    open: async (range) => (range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)),
    inMemory: () => undefined,
  };
}
