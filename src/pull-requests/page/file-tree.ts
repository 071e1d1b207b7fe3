import type { FileChange } from "../../git/diff-commits.ts";
import { html, type SafeHtml } from "../../site/html/html-template.ts";
import { fileAnchor } from "./diff-view.ts";

interface Folder {
  folders: Map<string, Folder>;
  files: { name: string; index: number; file: FileChange }[];
}

/** The files by their folders, each a link to its place in the page. */
export function fileTree(files: readonly FileChange[]): SafeHtml {
  const root: Folder = { folders: new Map(), files: [] };
  for (const [index, file] of files.entries()) {
    const segments = file.path.split("/");
    const name = segments.pop() ?? "";
    let folder = root;
    for (const segment of segments) {
      const inner = folder.folders.get(segment) ?? { folders: new Map(), files: [] };
      folder.folders.set(segment, inner);
      folder = inner;
    }
    folder.files.push({ name, index, file });
  }
  return html`<nav class="tree" aria-label="Changed files"><details open><summary>${files.length} files</summary>${list(root)}</details></nav>`;
}

function list({ folders, files }: Folder): SafeHtml {
  return html`<ul>${[...folders].map(([name, folder]) => {
    const { label, inner } = joined(name, folder);
    return html`<li><span class="folder">${label}</span>${list(inner)}</li>`;
  })}${files.map(
    ({ name, index, file }) =>
      html`<li><a href="#${fileAnchor(index)}" class="${file.status}" title="${file.status}">${name}</a></li>`,
  )}</ul>`;
}

/** A folder that holds nothing but another one is shown together with it. */
function joined(name: string, folder: Folder): { label: string; inner: Folder } {
  let [label, inner] = [name, folder];
  while (inner.files.length === 0 && inner.folders.size === 1) {
    for (const [next, only] of inner.folders) {
      label = `${label}/${next}`;
      inner = only;
    }
  }
  return { label, inner };
}
