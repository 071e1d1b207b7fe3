import { Folder as FolderIcon } from "lucide-react";
import type { Folder } from "../../../src/pull-requests/diff/file-folders.ts";

const marks: Record<string, { sign: string; colour: string }> = {
  added: { sign: "+", colour: "text-ok" },
  removed: { sign: "−", colour: "text-danger" },
};

/** The changed files by their folders, each a link to its place in the page. */
export function FileTree({ folder }: { folder: Folder<{ path: string; status: string }> }) {
  return (
    <ul className="grid gap-px">
      {folder.folders.map((inner) => (
        <li key={inner.name}>
          <span className="flex items-center gap-1.5 px-2 py-0.5 text-[13px] text-ink-faint">
            <FolderIcon size={14} aria-hidden />
            <span className="truncate">{inner.name}</span>
          </span>
          <div className="ml-3.5 border-l border-line pl-1.5">
            <FileTree folder={inner} />
          </div>
        </li>
      ))}
      {folder.files.map(({ name, index, file: { path, status } }) => (
        <li key={path}>
          <a
            href={`#file-${index}`}
            title={`${path} (${status})`}
            className="flex items-center gap-1.5 rounded-control px-2 py-0.5 text-[13px] text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:py-2"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className={marks[status]?.colour} aria-hidden>
              {marks[status]?.sign}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
