import type { ReactNode } from "react";

interface TableProps {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column[];
  children: ReactNode;
}

export interface Column {
  title: string;
  className?: string;
  /** Its title is for screen readers only. */
  isQuiet?: boolean;
}

/** A list with a calm header and rows of 44 pixels. It scrolls inside itself, so the page never does. */
export function Table({ label, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <div tabIndex={0} className="relative overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ title, className = "", isQuiet }) => (
              <th
                key={title}
                scope="col"
                className={`h-9 px-4 text-xs font-medium whitespace-nowrap text-ink-faint ${className}`}
              >
                {isQuiet ? <span className="sr-only">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}

export function Row({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <tr className={`relative h-11 transition-colors duration-150 hover:bg-hover/60 ${className}`}>{children}</tr>;
}

export function Cell({ children, className = "" }: { children?: ReactNode; className?: string }) {
  return <td className={`px-4 py-2 align-middle ${className}`}>{children}</td>;
}

/** The class of the column that a row is about: it takes what is left, and cuts its text before it pushes others out. */
export const mainColumn = "w-full max-w-0";

/** A second line in that column: what other columns say, on a phone that has no room for them. */
export function Beneath({ children }: { children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-x-2 overflow-hidden text-[13px] leading-5 whitespace-nowrap text-ink-faint sm:hidden">
      {children}
    </span>
  );
}

/** Rows in place of what is still on its way, so that nothing jumps when it arrives. */
export function RowsLoading({ columns, rows = 6 }: { columns: number; rows?: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other name.
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
