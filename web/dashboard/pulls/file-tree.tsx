import { Folder as FolderIcon } from "lucide-react";
import { fileId } from "./file-id.ts";

interface ChangedFile {
  path: string;
  status: string;
}

interface Folder {
  /** Includes the names of nested folders if it contains nothing else. */
  name: string;
  folders: Folder[];
  files: { name: string; file: ChangedFile }[];
}

const marks: Record<string, { sign: string; color: string }> = {
  added: { sign: "+", color: "text-ok" },
  removed: { sign: "−", color: "text-danger" },
};

/** The changed files in their folders. Each links to its diff on the page. */
export function FileTree({ files }: { files: readonly ChangedFile[] }) {
  return <FolderContent folder={groupByFolder(files)} />;
}

function FolderContent({ folder }: { folder: Folder }) {
  return (
    <ul className="grid gap-px">
      {folder.folders.map((inner) => (
        <li key={inner.name}>
          <span className="flex items-center gap-1.5 px-2 py-0.5 text-[13px] text-ink-faint">
            <FolderIcon size={14} aria-hidden />
            <span className="truncate">{inner.name}</span>
          </span>
          <div className="ml-3.5 border-l border-line pl-1.5">
            <FolderContent folder={inner} />
          </div>
        </li>
      ))}
      {folder.files.map(({ name, file: { path, status } }) => (
        <li key={path}>
          <a
            href={`#${encodeURIComponent(fileId(path))}`}
            title={`${path} (${status})`}
            className="flex items-center gap-1.5 rounded-control px-2 py-0.5 text-[13px] text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:py-2"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {marks[status] !== undefined && (
              <span className={marks[status].color} aria-hidden>
                {marks[status].sign}
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

function groupByFolder(files: readonly ChangedFile[]): Folder {
  const root: Folder = { name: "", folders: [], files: [] };
  for (const file of files) {
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
    folder.files.push({ name, file });
  }
  return { ...root, folders: root.folders.map(joinSingleFolders) };
}

function joinSingleFolders({ name, folders, files }: Folder): Folder {
  const [only] = folders;
  return only !== undefined && folders.length === 1 && files.length === 0
    ? joinSingleFolders({ ...only, name: `${name}/${only.name}` })
    : { name, files, folders: folders.map(joinSingleFolders) };
}
