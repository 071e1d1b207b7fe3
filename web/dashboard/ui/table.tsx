import type { ReactNode } from "react";
import { Time } from "./time.tsx";

interface TableProps {
  /** Caption for screen readers. */
  label: string;
  columns: readonly Column[];
  children: ReactNode;
}

interface Column {
  title: string;
  className?: string;
  /** Whether only screen readers get the title. */
  isQuiet?: boolean;
}

/** A table that scrolls horizontally, so that the page never does. */
export function Table({ label, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
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

/** A time, hidden on a phone. */
export function TimeCell({ at }: { at: string }) {
  return (
    <Cell className="hidden text-ink-soft sm:table-cell">
      <Time at={at} />
    </Cell>
  );
}

/** The class of the main column, which takes the remaining width and truncates its text. */
export const mainColumn = "w-full max-w-0";

/** A second line in the main column, for content of columns that are hidden on a phone. */
export function Beneath({ children }: { children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-x-2 overflow-hidden text-[13px] leading-5 whitespace-nowrap text-ink-faint sm:hidden">
      {children}
    </span>
  );
}

/** Placeholder rows that prevent layout shifts while loading. */
export function RowsLoading({ columns, rows = 6 }: { columns: number; rows?: number }) {
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
