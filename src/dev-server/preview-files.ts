import { readFileSync } from "node:fs";
import { ownFilesPath } from "../projects/sites/site-headers.ts";

/** Under the path that scripts of a site may come from, and nothing of an author can stand there. */
const previewPath = `/${ownFilesPath}preview/`;

export const eventsPath = `${previewPath}events`;

interface PreviewFile {
  type: string;
  bytes: Buffer;
}

const files: ReadonlyMap<string, PreviewFile> = new Map([
  [`${previewPath}preview.js`, own("preview.js", "text/javascript; charset=utf-8")],
  [`${previewPath}preview.css`, own("preview.css", "text/css; charset=utf-8")],
]);

/** The script and the styles that only a preview has. */
export function findPreviewFile(path: string): PreviewFile | undefined {
  return files.get(path);
}

/** Puts them into a page. The revision is there so that the script knows whether the page is the newest. */
export function withPreviewFiles(html: string, revision: string): string {
  const tags = `<link rel="stylesheet" href="${previewPath}preview.css"><script src="${previewPath}preview.js" data-revision="${revision}" defer></script>`;
  const end = html.indexOf("</head>");
  return end === -1 ? html : `${html.slice(0, end)}${tags}${html.slice(end)}`;
}

/** What is shown as long as there is nothing to show. */
export function emptyPage(revision: string): string {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>No preview yet</title></head>
<body class="no-preview"><p>The site cannot be built yet. It will be here as soon as the errors are mended.</p></body>
</html>
`;
  return withPreviewFiles(page, revision);
}

function own(name: string, type: string): PreviewFile {
  return { type, bytes: readFileSync(new URL(`./assets/${name}`, import.meta.url)) };
}
