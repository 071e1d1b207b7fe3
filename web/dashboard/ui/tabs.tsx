import { Link, type LinkProps } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

interface TabsProps<Tab extends string> {
  label: string;
  /** The text of each tab. */
  tabs: Readonly<Partial<Record<Tab, string>>>;
  current: Tab;
  link: (tab: Tab) => LinkProps;
}

/** Tabs that are links. If they don't fit, the active tab is scrolled into view. */
export function Tabs<Tab extends string>({ label, tabs, current, link }: TabsProps<Tab>) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const active = bar.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (bar.current !== null && active != null) {
      bar.current.scrollLeft = active.offsetLeft - (bar.current.clientWidth - active.offsetWidth) / 2;
    }
  });
  return (
    <nav ref={bar} aria-label={label} className="relative mb-7 flex gap-1 overflow-x-auto border-b border-line">
      {(Object.entries(tabs) as [Tab, string][]).map(([tab, text]) => (
        <Link
          key={tab}
          {...link(tab)}
          activeProps={{}}
          aria-current={tab === current ? "page" : undefined}
          className={`-mb-px h-10 border-b-2 px-3 pt-2 whitespace-nowrap hover:text-ink ${tab === current ? "border-accent font-medium text-ink" : "border-transparent text-ink-soft"}`}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
