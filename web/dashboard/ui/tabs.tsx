import { type ReactNode, useEffect, useRef } from "react";

/** Tabs that are links. If they don't fit, the active tab is scrolled into view. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (bar.current !== null && current != null) {
      bar.current.scrollLeft = current.offsetLeft - (bar.current.clientWidth - current.offsetWidth) / 2;
    }
  });
  return (
    <nav ref={bar} aria-label={label} className="relative mb-7 flex gap-1 overflow-x-auto border-b border-line">
      {children}
    </nav>
  );
}

/** The props of a tab's link, except for its address. */
export function tabProps(isCurrent: boolean) {
  const colors = isCurrent ? "border-accent font-medium text-ink" : "border-transparent text-ink-soft";
  return {
    activeProps: {},
    "aria-current": isCurrent ? ("page" as const) : undefined,
    className: `-mb-px h-10 border-b-2 px-3 pt-2 whitespace-nowrap hover:text-ink ${colors}`,
  };
}
