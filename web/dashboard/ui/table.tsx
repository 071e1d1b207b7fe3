import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { EmptyNote } from "./page.tsx";
import { Problem } from "./problem.tsx";
import { Time } from "./time.tsx";

interface TableProps<Item> {
  /** Caption for screen readers. */
  label: string;
  columns: (make: ColumnMakers<Item>) => readonly Column<Item>[];
  /** Undefined while loading. */
  rows: readonly Item[] | undefined;
  keyOf: (item: Item) => string | number;
  rowClass?: (item: Item) => string;
  loadingRows?: number;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
  /** The query of the rows, for its error and its next page. */
  query?: { error: Error | null; refetch?: () => unknown } & MoreButtonProps["query"];
}

/** A list with its empty, loading and error states. It scrolls horizontally, so that the page never does. */
export function Table<Item>({ empty, query, ...table }: TableProps<Item>) {
  const error = query?.error ?? null;
  const isEmpty = table.rows?.length === 0 && empty !== undefined;
  return (
    <>
      <Problem error={error} onRetry={query?.refetch} className="mb-4" />
      {isEmpty && (typeof empty === "string" ? <EmptyNote>{empty}</EmptyNote> : empty)}
      {!isEmpty && (table.rows !== undefined || error === null) && <Rows {...table} />}
      {query !== undefined && <MoreButton query={query} />}
    </>
  );
}

function Rows<Item>({ label, rows, keyOf, rowClass, loadingRows = 2, ...table }: TableProps<Item>) {
  const columns = table.columns(columnMakers());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
    <div tabIndex={0} className="relative overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ title, from = "all", width = "", isQuiet }) => (
              <th
                key={title}
                scope="col"
                className={`h-9 px-4 text-xs font-medium whitespace-nowrap text-ink-faint ${shownFrom[from]} ${width}`}
              >
                {isQuiet ? <span className="sr-only">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows === undefined && <RowsLoading columns={columns.length} rows={loadingRows} />}
          {rows?.map((item) => (
            <tr
              key={keyOf(item)}
              className={`relative h-11 transition-colors duration-150 hover:bg-hover/60 ${rowClass?.(item) ?? ""}`}
            >
              {columns.map(({ title, cell, from = "all", className = "" }) => (
                <td key={title} className={`px-4 py-2 align-middle ${shownFrom[from]} ${className}`}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnLook {
  /** The narrowest screen that shows the column. */
  from?: keyof typeof shownFrom;
  /** The class of the header, usually a width. */
  width?: string;
  /** The class of the cells. */
  className?: string;
  /** Whether only screen readers get the title. */
  isQuiet?: boolean;
}

interface Column<Item> extends ColumnLook {
  title: string;
  cell: Cell<Item>;
}

const shownFrom = {
  all: "",
  sm: "hidden sm:table-cell",
  md: "hidden md:table-cell",
  lg: "hidden lg:table-cell",
  xl: "hidden xl:table-cell",
};

type Cell<Item> = (item: Item) => ReactNode;

interface ColumnMakers<Item> {
  column(title: string, cell: Cell<Item>, look?: ColumnLook): Column<Item>;
  /** The column that takes the remaining width and truncates its text. */
  main(title: string, cell: Cell<Item>): Column<Item>;
  /** A number, aligned to the right. */
  number(title: string, of: (item: Item) => number, look?: Pick<ColumnLook, "from" | "className">): Column<Item>;
  /** A time, by default hidden on a phone. */
  time(title: string, at: (item: Item) => string | null, look?: ColumnLook & { none?: string }): Column<Item>;
  /** The buttons of a row. */
  actions(cell: Cell<Item>, className?: string): Column<Item>;
}

function columnMakers<Item>(): ColumnMakers<Item> {
  return {
    column: (title, cell, look) => ({ title, cell, ...look }),
    main: (title, cell) => ({ title, cell, width: "w-full max-w-0", className: "w-full max-w-0" }),
    number: (title, of, { className = "", ...look } = {}) => ({
      ...{ title, cell: (item) => of(item).toLocaleString("en"), width: "text-right", ...look },
      className: `text-right tabular-nums ${className}`,
    }),
    time(title, at, { none = "Never", ...look } = {}) {
      const show = (time: string | null) => (time === null ? none : <Time at={time} />);
      return { title, cell: (item) => show(at(item)), from: "sm", className: "text-ink-soft", ...look };
    },
    actions: (cell, className = "") => ({
      title: "Actions",
      isQuiet: true,
      cell,
      className: `text-right ${className}`,
    }),
  };
}

/** A second line in the main column, for content of columns that are hidden on a phone. */
export function Beneath({ children }: { children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-x-2 overflow-hidden text-[13px] leading-5 whitespace-nowrap text-ink-faint sm:hidden">
      {children}
    </span>
  );
}

/** Placeholder rows that prevent layout shifts while loading. */
function RowsLoading({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no ID.
    <tr key={row} className="h-11">
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <td key={column} className="px-4">
          <div className="h-3 w-full max-w-32 rounded bg-sunken motion-safe:animate-pulse-slow" />
        </td>
      ))}
    </tr>
  ));
}

interface MoreButtonProps {
  query: { hasNextPage?: boolean; isFetchingNextPage?: boolean; fetchNextPage?: () => unknown };
}

/** Loads older entries. Hidden if there are none, as for a query with a single page. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) {
    return null;
  }
  return (
    <div className="mt-4 flex justify-center">
      <Button isBusy={query.isFetchingNextPage === true} onClick={() => query.fetchNextPage?.()}>
        Show more
      </Button>
    </div>
  );
}
