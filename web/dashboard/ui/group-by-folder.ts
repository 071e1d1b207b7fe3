export interface Folder<File> {
  path: string;
  name: string;
  folders: Folder<File>[];
  files: { name: string; file: File }[];
}

/** The files grouped by folder, in their original order. */
export function groupByFolder<File extends { path: string }>(files: readonly File[]): Folder<File> {
  const root: Folder<File> = { path: "", name: "", folders: [], files: [] };
  const byPath = new Map([["", root]]);
  const folderAt = (path: string): Folder<File> => {
    const known = byPath.get(path);
    if (known !== undefined) return known;
    const end = path.lastIndexOf("/");
    const folder = { path, name: path.slice(end + 1), folders: [], files: [] };
    byPath.set(path, folder);
    folderAt(path.slice(0, Math.max(end, 0))).folders.push(folder);
    return folder;
  };
  for (const file of files) {
    const end = file.path.lastIndexOf("/");
    folderAt(file.path.slice(0, Math.max(end, 0))).files.push({ name: file.path.slice(end + 1), file });
  }
  return root;
}
