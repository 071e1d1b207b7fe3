import type { FileChange } from "../../git/diff-commits.ts";
import { html, type SafeHtml } from "../../site/ground/html/html-template.ts";
import { type Folder, fileFolders } from "../diff/file-folders.ts";
import { fileAnchor } from "./diff-view.ts";

/** The files by their folders, each a link to its place in the page. */
export function fileTree(files: readonly FileChange[]): SafeHtml {
  return html`<nav class="tree" aria-label="Changed files"><details open><summary>${files.length} files</summary>${list(fileFolders(files))}</details></nav>`;
}

function list({ folders, files }: Folder<FileChange>): SafeHtml {
  return html`<ul>${folders.map(
    (folder) => html`<li><span class="folder">${folder.name}</span>${list(folder)}</li>`,
  )}${files.map(
    ({ name, index, file }) =>
      html`<li><a href="#${fileAnchor(index)}" class="${file.status}" title="${file.status}">${name}</a></li>`,
  )}</ul>`;
}
