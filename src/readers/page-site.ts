import { text as readText } from "node:stream/consumers";
import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import type { Connection } from "../platform/db/database.ts";
import type { SiteExtra } from "../projects/sites/site-extra.ts";
import type { PublishedSite } from "../projects/sites/store.ts";
import { findProjectById } from "../projects/store.ts";
import type { PageSite } from "./sign-in-page.ts";

const readSeconds = 10;
/** The logo is part of each sign-in page, because the site's own files are private. */
const logoBytesMax = 100_000;

/** What the sign-in pages of a site show of it. */
export async function readPageSite(
  connection: Connection,
  artifacts: ArtifactCache,
  { projectId, base }: Pick<PublishedSite, "projectId" | "base">,
): Promise<PageSite> {
  const signal = AbortSignal.timeout(readSeconds * 1_000);
  const project = await findProjectById(connection, projectId);
  const manifest = await artifacts.getManifest(projectId, base, signal);
  const { colors, language, logo } = (manifest.extra ?? {}) as Partial<SiteExtra>;
  const picture = (path: string) => readPicture(artifacts, { namespace: projectId, digest: base, path }, signal);
  const [light, dark] = await Promise.all([logo && picture(logo.light), logo && picture(logo.dark)]);
  return {
    name: project?.name ?? "",
    colors,
    language,
    logo: light === undefined ? undefined : { light, dark: dark ?? light },
  };
}

/** The picture as a `data:` URL; undefined if the site doesn't have it, or if it is too large. */
async function readPicture(
  artifacts: ArtifactCache,
  file: { namespace: string; digest: string; path: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await artifacts.findFile({ ...file, accepted: [] }, signal);
  if (found === undefined || found.size > logoBytesMax || !/^image\/[\w.+-]+$/.test(found.type)) return undefined;
  const content = await found.open(undefined, signal);
  const base64 = Buffer.isBuffer(content) ? content.toString("base64") : await readText(content.setEncoding("base64"));
  return `data:${found.type};base64,${base64}`;
}
