import { publishArtifact } from "../../../src/platform/artifacts/publish-artifact.ts";
import { searchIndexPath, searchSegmentPath } from "../../../src/projects/sites/site-headers.ts";
import { pointSite } from "../../../src/projects/sites/store.ts";
import { type AnalyzedPage, analyzeSections, buildIndex } from "../../../src/search/indexing.ts";
import { never } from "../../support/artifact-store.ts";
import type { Installation } from "../../support/server.ts";
import { fillings } from "./fillings.ts";

const pageLength = 60_000;
const blockLength = 2_000;
const filesMax = 1_000;
const bytesMax = 100_000_000;

let stored: Promise<string> | undefined;

/** Publishes a site with a page for each filling, all of which can be searched. */
export async function publishHostileSite(lectern: Installation): Promise<void> {
  const { node, clock, tenant } = lectern;
  stored ??= storeSite(lectern);
  await pointSite(node.database.query, {
    subdomain: tenant.project.domain,
    projectId: tenant.project.id,
    branch: "main",
    updateId: "upd_none",
    artifact: await stored,
    commitSha: null,
    publishedAt: clock.now(),
  });
}

async function storeSite({ node, tenant: { project } }: Installation): Promise<string> {
  const pages = Object.values(fillings).map((fill, number) => {
    const text = fill(pageLength).toWellFormed();
    // Requests for a page ask for the first one.
    return { path: number === 0 ? "/start" : `/p${number}`, text };
  });
  const { list, segments } = await buildIndex(pages.map(({ path, text }) => analyzed(path, text)));
  const octets = "application/octet-stream";
  const { digest } = await publishArtifact(
    node.objects,
    {
      namespace: project.id,
      files: [
        ...pages.flatMap(({ path, text }) => [
          { path: `${path.slice(1)}.md`, type: "text/markdown; charset=utf-8", bytes: Buffer.from(text) },
          { path: `${path.slice(1)}.html`, type: "text/html; charset=utf-8", bytes: Buffer.from(`<p>${path}</p>`) },
        ]),
        ...segments.map((segment) => ({ path: searchSegmentPath(segment.name), type: octets, bytes: segment.load() })),
        { path: searchIndexPath, type: octets, bytes: list },
      ],
      filesMax,
      bytesMax,
      extra: { redirects: [], notFound: "404.html", unlisted: [] },
    },
    never,
  );
  return digest;
}

function analyzed(path: string, text: string): AnalyzedPage {
  const blocks = Array.from({ length: Math.ceil(text.length / blockLength) }, (_, number) => ({
    kind: "text" as const,
    text: text.slice(number * blockLength, (number + 1) * blockLength).toWellFormed(),
  }));
  return {
    path,
    title: text.slice(0, 200).toWellFormed(),
    description: text.slice(0, 500).toWellFormed(),
    keywords: [],
    breadcrumb: [],
    facets: {},
    isDefault: true,
    boost: 1,
    audiences: { search: true, assistant: true },
    analysis: analyzeSections([{ headingPath: [text.slice(0, 200).toWellFormed()], anchor: "a", blocks }]),
  };
}
