import { publishArtifact } from "../../src/platform/artifacts/publish-artifact.ts";
import { previewSubdomain } from "../../src/projects/sites/site-address.ts";
import { pointSite } from "../../src/projects/sites/store.ts";
import type { Project } from "../../src/projects/store.ts";
import { never } from "./artifact-store.ts";
import type { Installation } from "./server.ts";

interface PublishRequest {
  project: Project;
  branch: string;
  /** Names of pages, and the HTML of their articles. */
  pages: Readonly<Record<string, string>>;
  commitSha: string | null;
  /** The path that the site is built for. */
  basePath?: string;
}

const stylesheet = "_lectern/site.css";

/** Publishes these pages of a branch as an update would, each with a stylesheet and a script. */
export async function publishPages(
  { node, clock }: Pick<Installation, "node" | "clock">,
  { project, branch, pages, commitSha, basePath = "" }: PublishRequest,
): Promise<void> {
  const files = Object.entries(pages).flatMap(([name, html]) => [
    { path: `${name}.md`, type: "text/markdown; charset=utf-8", bytes: Buffer.from(html) },
    { path: `${name}.html`, type: "text/html; charset=utf-8", bytes: Buffer.from(documentOf(name, html, basePath)) },
  ]);
  const style = `.prose { color: teal } @font-face { font-family: Brand; src: url("${basePath}/fonts/brand.woff2") }`;
  const css = { path: stylesheet, type: "text/css; charset=utf-8", bytes: Buffer.from(style) };
  const font = { path: "fonts/brand.woff2", type: "font/woff2", bytes: Buffer.from("wOF2 brand") };
  const { digest } = await publishArtifact(
    node.objects,
    {
      namespace: project.id,
      files: [...files, css, font],
      filesMax: 100,
      bytesMax: 10_000_000,
      extra: {
        redirects: [],
        notFound: "404.html",
        unlisted: [],
        ...(basePath !== "" && { basePath, address: `https://example.test${basePath}` }),
      },
    },
    never,
  );
  await pointSite(node.database.query, {
    subdomain: branch === project.branch ? project.domain : previewSubdomain(branch, project.domain),
    projectId: project.id,
    branch,
    updateId: "upd_none",
    artifact: digest,
    commitSha,
    publishedAt: clock.now(),
  });
}

function documentOf(name: string, html: string, basePath: string): string {
  return `<!doctype html><html><head><link rel="stylesheet" href="${basePath}/${stylesheet}"><script src="/app.js"></script></head>
<body><nav>Pages</nav><main><article class="article"><header class="article-head"><h1>${name}</h1></header>
<div class="prose">${html}</div></article></main></body></html>`;
}
