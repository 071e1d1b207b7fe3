import { type Folder, groupByFolder } from "../../ui/group-by-folder.ts";
import type { DraftFile } from "../draft-queries.ts";
import { markParents, type TreeRow } from "../tree/tree-rows.ts";

/** A folder or a file. */
export interface FileRow extends TreeRow {
  icon: DraftFile["kind"] | "folder";
  isHidden: boolean;
}

/** The rows of all folders and their files. */
export function folderRows(files: readonly DraftFile[]): FileRow[] {
  return markParents(rowsOf(groupByFolder(files), 0));
}

function rowsOf({ folders, files }: Folder<DraftFile>, depth: number): FileRow[] {
  return [
    ...folders
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((folder): FileRow[] => [
        {
          id: `${folder.path}/`,
          depth,
          label: folder.name,
          icon: "folder",
          path: undefined,
          isHidden: false,
          change: null,
          isParent: true,
          hasChanges: false,
        },
        ...rowsOf(folder, depth + 1),
      ]),
    ...files.map(({ name, file }) => fileRow(file, depth, name)),
  ];
}

function fileRow(file: DraftFile, depth: number, label: string): FileRow {
  return {
    id: file.path,
    depth,
    label,
    icon: file.kind,
    path: file.path,
    change: file.change,
    isHidden: file.isHidden === true,
    isParent: false,
    hasChanges: false,
  };
}

/** The files whose title or path contains all words, pages first. */
export function findFiles(files: readonly DraftFile[], text: string): FileRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = files.filter(({ title = "", path }) => {
    const known = `${title} ${path}`.toLowerCase();
    return words.every((word) => known.includes(word));
  });
  return [...found.filter(({ kind }) => kind === "page"), ...found.filter(({ kind }) => kind !== "page")].map((file) =>
    fileRow(file, 0, file.title ?? file.path.split("/").at(-1) ?? file.path),
  );
}
