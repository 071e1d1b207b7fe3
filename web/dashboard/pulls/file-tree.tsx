import { Folder as FolderIcon } from "lucide-react";
import { type Folder, groupByFolder } from "../ui/group-by-folder.ts";
import { fileId } from "./pull-queries.ts";

interface ChangedFile {
  path: string;
  status: string;
}

const marks: Record<string, { sign: string; color: string }> = {
  added: { sign: "+", color: "text-ok" },
  removed: { sign: "−", color: "text-danger" },
};

/** The changed files in their folders. Each file links to its diff on the page. */
export function FileTree({ files }: { files: readonly ChangedFile[] }) {
  const root = groupByFolder(files);
  return <FolderContent folder={{ ...root, folders: root.folders.map(joinSingleFolders) }} />;
}

function FolderContent({ folder }: { folder: Folder<ChangedFile> }) {
  return (
    <ul className="grid gap-px">
      {folder.folders.map((inner) => (
        <li key={inner.name}>
          <span className="flex items-center gap-1.5 px-2 py-0.5 text-[13px] text-ink-faint">
            <FolderIcon size={14} />
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

/** A folder that contains only another folder shares its line with that folder. */
function joinSingleFolders(folder: Folder<ChangedFile>): Folder<ChangedFile> {
  const [only] = folder.folders;
  return only !== undefined && folder.folders.length === 1 && folder.files.length === 0
    ? joinSingleFolders({ ...only, name: `${folder.name}/${only.name}` })
    : { ...folder, folders: folder.folders.map(joinSingleFolders) };
}
