import { useQuery } from "@tanstack/react-query";
import { Code, Component, FileText, Folder, Image, type LucideIcon, Settings2 } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { SearchInput } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { type DraftFile, type DraftParams, treeQuery } from "../draft-queries.ts";
import { TreeItem } from "../tree/tree-item.tsx";
import { parentsOf, visibleRows } from "../tree/tree-rows.ts";
import { useTree } from "../tree/use-tree.ts";
import { type FileRow, findFiles, folderRows } from "./file-rows.ts";

interface FileTreeProps {
  draft: DraftParams;
  /** The path of the open file. */
  path: string | undefined;
  onOpen: (path: string) => void;
}

/** A long filtered list is cut; more words narrow it down. */
const foundMax = 200;

/** A filter over all files of the draft, above the file tree or the navigation. */
export function FileFilter({ children, ...props }: FileTreeProps & { children: ReactNode }) {
  const { data } = useQuery(treeQuery(props.draft));
  const [text, setText] = useState("");
  const filter = useDeferredValue(text.trim());
  const frame = useRef<HTMLDivElement>(null);
  const found = filter === "" || data === undefined ? undefined : findFiles(data.files, filter);
  return (
    <div ref={frame} className="grid">
      <div className="sticky top-0 z-10 bg-canvas p-3 pb-2">
        <SearchInput
          label="Filter pages and files"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            frame.current?.querySelector<HTMLElement>("[role=treeitem][tabindex='0']")?.focus();
          }}
        />
      </div>
      {found === undefined ? (
        children
      ) : (
        <>
          <Files {...props} rows={found.slice(0, foundMax)} label="Files found" withPath />
          <p role="status" className="px-4 pb-3 text-[13px] text-ink-faint">
            {found.length === 0 && `Nothing matches “${filter}”.`}
            {found.length > foundMax &&
              `${count(found.length - foundMax, "more match", "more matches")}; type more to narrow the list.`}
          </p>
        </>
      )}
    </div>
  );
}

const noFiles: readonly DraftFile[] = [];

/** The files of a draft in their folders. */
export function FileTree(props: FileTreeProps) {
  const { data, error, refetch } = useQuery(treeQuery(props.draft));
  const rows = useMemo(() => folderRows(data?.files ?? noFiles), [data]);
  if (data !== undefined) return <Files {...props} rows={rows} label="Files" />;
  return error === null ? <TreeSkeleton /> : <Problem error={error} onRetry={() => void refetch()} className="mx-3" />;
}

interface FilesProps extends Omit<FileTreeProps, "draft"> {
  rows: readonly FileRow[];
  label: string;
  /** In a filtered list, the folder distinguishes files with the same name. */
  withPath?: boolean;
}

function Files({ rows: all, label, path, onOpen, withPath = false }: FilesProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(initiallyOpen(all)));
  // Keeps the open page visible, even if it was opened elsewhere.
  useEffect(() => {
    const parents = parentsOf(all, path);
    setOpen((before) => (parents.every((id) => before.has(id)) ? before : new Set([...before, ...parents])));
  }, [all, path]);
  const rows = visibleRows(all, open);
  const onToggle = ({ id }: FileRow, isOpen = !open.has(id)) => {
    setOpen((before) => new Set(isOpen ? [...before, id] : [...before].filter((other) => other !== id)));
  };
  const onSelect = (row: FileRow) => (row.path === undefined ? onToggle(row) : onOpen(row.path));
  const { treeProps, itemProps } = useTree({ rows, open, path, onToggle, onSelect });
  return (
    <div {...treeProps} role="tree" aria-label={label} className="px-1.5 pb-4">
      {rows.map((row, index) => {
        const Icon = icons[row.icon];
        return (
          <TreeItem
            key={row.id}
            row={row}
            item={itemProps(row, index)}
            icon={<Icon size={16} strokeWidth={1.75} />}
            name={
              <>
                {row.label}
                {withPath && <span className="ml-2 font-normal text-ink-faint">{row.path}</span>}
              </>
            }
            title={row.path}
            onSelect={() => onSelect(row)}
            onToggle={() => onToggle(row)}
          >
            {row.isHidden && <span className="flex-none text-xs text-ink-faint">hidden</span>}
          </TreeItem>
        );
      })}
    </div>
  );
}

const icons: Record<FileRow["icon"], LucideIcon> = {
  page: FileText,
  snippet: Component,
  settings: Settings2,
  code: Code,
  media: Image,
  folder: Folder,
};

/** Expands everything in a small project, and only the top-level folders of a large one. */
const smallRows = 60;

function initiallyOpen(rows: readonly FileRow[]): string[] {
  const isSmall = rows.length <= smallRows;
  return rows.filter(({ isParent, depth }) => isParent && (isSmall || depth === 0)).map(({ id }) => id);
}

const skeletonRows = ["w-3/5", "w-2/5", "w-4/5", "w-1/2", "w-2/3"];

export function TreeSkeleton() {
  return (
    <div role="status" aria-label="Loading files" className="grid gap-2 px-4 py-2">
      {skeletonRows.map((width) => (
        <div key={width} className={`h-4 animate-pulse-slow rounded-control bg-sunken ${width}`} />
      ))}
    </div>
  );
}
