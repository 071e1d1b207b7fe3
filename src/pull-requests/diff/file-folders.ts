/** The files of a diff by their folders. */
export interface Folder<File> {
  /** As it is shown: a folder that holds nothing but another one is shown together with it. */
  name: string;
  folders: Folder<File>[];
  files: { name: string; index: number; file: File }[];
}

/** `index` is the place of a file in the list that was given. */
export function fileFolders<File extends { path: string }>(files: readonly File[]): Folder<File> {
  const root: Folder<File> = { name: "", folders: [], files: [] };
  for (const [index, file] of files.entries()) {
    const segments = file.path.split("/");
    const name = segments.pop() ?? "";
    let folder = root;
    for (const segment of segments) {
      let inner = folder.folders.find((other) => other.name === segment);
      if (inner === undefined) {
        inner = { name: segment, folders: [], files: [] };
        folder.folders.push(inner);
      }
      folder = inner;
    }
    folder.files.push({ name, index, file });
  }
  return { ...root, folders: root.folders.map(joined) };
}

function joined<File>(folder: Folder<File>): Folder<File> {
  let { name, folders, files } = folder;
  while (files.length === 0 && folders.length === 1) {
    const [only] = folders;
    name = `${name}/${only?.name}`;
    files = only?.files ?? [];
    folders = only?.folders ?? [];
  }
  return { name, files, folders: folders.map(joined) };
}
