import { useQuery } from "@tanstack/react-query";
import { BookOpen, FolderTree, TriangleAlert } from "lucide-react";
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { SearchInput } from "../../ui/field.tsx";
import { Problem } from "../../ui/problem.tsx";
import { type DraftTree, treeQuery } from "./draft-queries.ts";
import { TreeRowItem } from "./tree-row.tsx";
import { filterRows, folderRows, navigationRows, parentsOf, type TreeRow, visibleRows } from "./tree-rows.ts";
import { useTreeKeys } from "./use-tree-keys.ts";

interface FileTreeProps {
  projectId: string;
  draftId: string;
  /** The file that is open. */
  path: string | undefined;
  onOpen: (path: string) => void;
}

type View = "navigation" | "files";

/** The files of a draft: by the titles that readers see, or by folders. */
export function FileTree({ projectId, draftId, path, onOpen }: FileTreeProps) {
  const { data, error, refetch } = useQuery(treeQuery(projectId, draftId));
  const [view, setView] = useState<View>("navigation");
  const [text, setText] = useState("");
  const filter = useDeferredValue(text.trim());
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="grid gap-2 p-3">
        <ViewSwitch view={view} onChange={setView} />
        <SearchInput label="Filter pages and files" value={text} onChange={(event) => setText(event.target.value)} />
      </div>
      {error !== null && data === undefined && (
        <Problem error={error} onRetry={() => void refetch()} className="mx-3" />
      )}
      {data === undefined && error === null && <TreeSkeleton />}
      {data !== undefined && <Tree key={view} {...{ data, view, filter, path, onOpen }} />}
    </div>
  );
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const button = (value: View, label: string, icon: React.ReactNode) => (
    <button
      type="button"
      aria-pressed={view === value}
      onClick={() => onChange(value)}
      className={`inline-flex h-7 flex-1 items-center justify-center gap-1.5 rounded-[5px] text-[13px] font-medium pointer-coarse:h-10 ${view === value ? "bg-surface text-ink shadow-[0_0_0_1px_var(--color-line)]" : "text-ink-soft hover:text-ink"}`}
    >
      {icon}
      {label}
    </button>
  );
  return (
    <fieldset className="flex gap-0.5 rounded-control bg-sunken p-0.5">
      <legend className="sr-only">How files are listed</legend>
      {button("navigation", "Navigation", <BookOpen size={16} strokeWidth={1.75} aria-hidden />)}
      {button("files", "Files", <FolderTree size={16} strokeWidth={1.75} aria-hidden />)}
    </fieldset>
  );
}

interface TreeProps extends Pick<FileTreeProps, "path" | "onOpen"> {
  data: DraftTree;
  view: View;
  filter: string;
}

/** A filtered list is cut; more words narrow it down. */
const filteredMax = 200;

function Tree({ data, view, filter, path, onOpen }: TreeProps) {
  const treeId = useId();
  const tree = useRef<HTMLDivElement>(null);
  const all = useMemo(() => (view === "navigation" ? navigationRows(data) : folderRows(data.files)), [data, view]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(firstOpen(all)));
  const [focusedId, setFocusedId] = useState<string>();
  // The open page is always in sight, also when it was opened elsewhere.
  useEffect(() => {
    const parents = parentsOf(all, path);
    setOpen((before) => (parents.every((id) => before.has(id)) ? before : new Set([...before, ...parents])));
  }, [all, path]);
  const found = useMemo(
    () =>
      filter === ""
        ? undefined
        : filterRows([...all, ...(view === "navigation" ? folderRows(data.files) : [])], filter),
    [all, data.files, filter, view],
  );
  const rows = found === undefined ? visibleRows(all, open) : found.slice(0, filteredMax);
  const idOf = (row: TreeRow) => `${treeId}-${row.id}`.replaceAll(/\s/g, "_");
  const current = rows.findIndex((row) => row.path !== undefined && row.path === path);
  const wanted = rows.findIndex((row) => row.id === focusedId);
  const focused = wanted >= 0 ? wanted : Math.max(current, 0);
  const onToggle = (row: TreeRow) => {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(row.id)) next.add(row.id);
      return next;
    });
  };
  const onSelect = (row: TreeRow) => {
    setFocusedId(row.id);
    if (row.path !== undefined) onOpen(row.path);
    if (row.isParent && !(row.path !== undefined && open.has(row.id) && row.path !== path)) onToggle(row);
  };
  const onKeyDown = useTreeKeys({
    ...{ tree, rows, focused, open, idOf, onToggle, onSelect },
    onFocus: (row) => setFocusedId(row.id),
  });
  return (
    <>
      {view === "navigation" && data.navigationProblem !== null && (
        <p className="mx-3 mb-2 flex gap-2 rounded-control bg-warn-soft px-3 py-2 text-[13px] text-ink">
          <TriangleAlert size={16} className="mt-0.5 flex-none text-warn" aria-hidden />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            The navigation can't be shown. {data.navigationProblem}
          </span>
        </p>
      )}
      <div
        ref={tree}
        role="tree"
        aria-label={view === "navigation" ? "Pages in the navigation" : "Files"}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto px-2 pb-4"
      >
        {rows.map((row, index) => (
          <TreeRowItem
            key={row.id}
            id={idOf(row)}
            row={row}
            isOpen={open.has(row.id)}
            isCurrent={row.path !== undefined && row.path === path}
            isFocusable={index === focused}
            withPath={found !== undefined}
            onSelect={() => onSelect(row)}
          />
        ))}
      </div>
      {found !== undefined && (
        <p role="status" className="px-4 pb-3 text-[13px] text-ink-faint">
          {found.length === 0 && `Nothing matches “${filter}”.`}
          {found.length > filteredMax &&
            `${count(found.length - filteredMax, "more match", "more matches")}; type more.`}
        </p>
      )}
    </>
  );
}

/** What is open at first: everything of a small project, the outermost level of a large one. */
const smallRows = 60;

function firstOpen(rows: readonly TreeRow[]): string[] {
  const isSmall = rows.length <= smallRows;
  return rows.filter(({ isParent, depth }) => isParent && (isSmall || depth === 0)).map(({ id }) => id);
}

const skeletonRows = ["w-3/5", "w-2/5", "w-4/5", "w-1/2", "w-2/3", "w-3/5", "w-2/5"];

function TreeSkeleton() {
  return (
    <div role="status" aria-label="Loading files" className="grid gap-2 px-4 py-2">
      {skeletonRows.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <div key={index} className={`h-4 animate-pulse-slow rounded-control bg-sunken ${width}`} />
      ))}
    </div>
  );
}
