const filesMax = 20_000;

/** Lists dropped files; those in folders include their relative paths. */
export async function listDropped(transfer: DataTransfer, isFolder: boolean): Promise<File[]> {
  if (!isFolder) {
    return [...transfer.files].slice(0, 1);
  }
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const files: File[] = [];
  for (const entry of entries) {
    await collect(entry, files);
  }
  return files;
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= filesMax) {
    return;
  }
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    // A folder input sets this on its files; dropped files need it too.
    Object.defineProperty(file, "webkitRelativePath", { value: entry.fullPath.replace(/^\//, "") });
    files.push(file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // The reader returns entries in batches; an empty batch is the end.
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) {
      return;
    }
    for (const child of portion) {
      await collect(child, files);
    }
  }
}
