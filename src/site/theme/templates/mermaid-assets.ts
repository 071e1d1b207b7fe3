import { readBrowserFile } from "../../../platform/browser-files.ts";
import type { SiteAsset } from "../../shared/site-file.ts";

/** The list of files that web/mermaid/mermaid-config.ts writes. */
interface MermaidList {
  /** A hash of all files. They share a folder with this name, because they import each other. */
  hash: string;
  entry: string;
  files: string[];
}

interface MermaidAssets {
  /** The path of the script that a page imports. */
  entry: string;
  /** Reads the files on first use, because they have several megabytes and few sites need them. */
  files(): SiteAsset[];
}

let assets: MermaidAssets | undefined;

/** Mermaid, which draws the diagrams in the browser. */
export function mermaidAssets(): MermaidAssets {
  assets ??= makeAssets();
  return assets;
}

function makeAssets(): MermaidAssets {
  const list = JSON.parse(readBrowserFile("mermaid.json").toString()) as MermaidList;
  const pathOf = (name: string) => `_lectern/${list.hash}/${name}`;
  let files: SiteAsset[] | undefined;
  return {
    entry: pathOf(list.entry),
    files() {
      files ??= list.files.map((name) => ({
        path: pathOf(name),
        type: "text/javascript; charset=utf-8",
        bytes: readBrowserFile(`mermaid/${name}`),
      }));
      return files;
    },
  };
}
