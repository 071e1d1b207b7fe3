import type { ReactNode } from "react";

/** Parts of a page, each with an address of its own. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="mb-7 flex gap-1 overflow-x-auto border-b border-line">
      {children}
    </nav>
  );
}

/** For the link of one part. */
export function tabClass(isCurrent: boolean): string {
  return `-mb-px h-10 border-b-2 px-3 pt-2 whitespace-nowrap hover:text-ink ${isCurrent ? "border-accent font-medium text-ink" : "border-transparent text-ink-soft"}`;
}
