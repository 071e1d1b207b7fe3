import { Outlet, useLocation } from "@tanstack/react-router";
import { Menu as MenuIcon, Search, TriangleAlert } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLiveChanges } from "../api/use-live-changes.ts";
import { useIsServerAway } from "../query-client.ts";
import { IconButton } from "../ui/button.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { Logo } from "../ui/logo.tsx";
import { useProjects, useShownOrganization } from "./current-project.ts";
import { LoadingPage } from "./page-states.tsx";
import { Rail, RailLoading } from "./rail.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

const Palette = lazyPart(async () => (await import("./palette.tsx")).Palette);
const ShortcutSheet = lazyPart(async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet);

/** The frame of every page: a rail on the left, or a bar on top on narrow screens, and the command palette. */
export function Shell({ bell }: { bell: ReactNode }) {
  const [overlay, setOverlay] = useState<"palette" | "shortcuts">();
  const { pathname } = useLocation();
  useLiveChanges(useShownOrganization()?.id);
  useEffect(() => {
    for (const part of [Palette, ShortcutSheet]) part.preload();
  }, []);
  const sheet = useRef<HTMLDialogElement>(null);
  useShortcuts({
    onPalette: () => setOverlay((shown) => (shown === "palette" ? undefined : "palette")),
    onSheet: () => setOverlay("shortcuts"),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet closes when the page changes.
  useEffect(() => sheet.current?.close(), [pathname]);
  const open = (next: "palette" | "shortcuts") => {
    sheet.current?.close();
    setOverlay(next);
  };
  const rail = <Rail bell={bell} onSearch={() => open("palette")} onShortcuts={() => open("shortcuts")} />;
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <Frame
        rail={rail}
        isRailNarrow={/\/editor\/?$/.test(pathname)}
        menu={
          <IconButton label="Open menu" onClick={() => sheet.current?.showModal()}>
            <MenuIcon size={20} />
          </IconButton>
        }
        search={
          <>
            {bell}
            <IconButton label="Search (⌘K)" onClick={() => open("palette")}>
              <Search size={20} />
            </IconButton>
          </>
        }
      >
        <WorkerNotice />
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </Frame>
      <dialog
        ref={sheet}
        aria-label="Menu"
        onMouseDown={(event) => event.target === sheet.current && sheet.current?.close()}
        className="m-0 h-dvh max-h-none w-[272px] border-r border-line bg-canvas p-0 lg:hidden"
      >
        {rail}
      </dialog>
      <AwayNotice />
      <Suspense>
        {overlay === "palette" && (
          <Palette onClose={() => setOverlay(undefined)} onShortcuts={() => setOverlay("shortcuts")} />
        )}
        {overlay === "shortcuts" && <ShortcutSheet onClose={() => setOverlay(undefined)} />}
      </Suspense>
    </>
  );
}

/** The same frame while the account and projects load, so that nothing moves when they arrive. */
export function ShellLoading() {
  return (
    <Frame rail={<RailLoading />} menu={<span className="size-8 pointer-coarse:size-10" />} search={null}>
      <LoadingPage />
    </Frame>
  );
}

interface FrameProps {
  rail: ReactNode;
  /** Shows only the icons of the rail until someone uses it, so that a page has more space. */
  isRailNarrow?: boolean;
  menu: ReactNode;
  search: ReactNode;
  children: ReactNode;
}

function Frame({ rail, isRailNarrow = false, menu, search, children }: FrameProps) {
  return (
    <div
      className={`lg:grid ${isRailNarrow ? "lg:grid-cols-[48px_minmax(0,1fr)]" : "lg:grid-cols-[232px_minmax(0,1fr)]"}`}
    >
      <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b border-line bg-canvas px-2 lg:hidden">
        {menu}
        <Logo size={22} />
        <span className="flex-1 font-semibold">Lectern</span>
        {search}
      </header>
      <div
        data-rail={isRailNarrow ? "narrow" : ""}
        className="sticky top-0 z-40 hidden h-dvh border-r border-line bg-canvas lg:block"
      >
        {rail}
      </div>
      <div className={`min-w-0 ${isRailNarrow ? "lg:border-l lg:border-line" : ""}`}>{children}</div>
    </div>
  );
}

/** Without a worker nothing is published, and no other part of the dashboard would say why. */
function WorkerNotice() {
  const data = useProjects(useShownOrganization()?.id);
  if (data?.hasWorker !== false || data.projects.length === 0) {
    return null;
  }
  return (
    <p role="status" className="flex items-start gap-2.5 bg-warn-soft px-4 py-2.5 text-warn sm:px-8">
      <TriangleAlert size={16} className="mt-[3px]" />
      <span>
        No worker is running. Updates and jobs wait until the operator starts one with <code>lectern worker</code>.
      </span>
    </p>
  );
}

/** Says why nothing on the page changes. The live region is always in the DOM, so that screen readers announce it. */
function AwayNotice() {
  const isAway = useIsServerAway();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center">
      {isAway && (
        <p className="flex items-center gap-2.5 rounded-card border border-line bg-raised px-4 py-2 shadow-float">
          <TriangleAlert size={16} className="flex-none text-warn" aria-hidden />
          Can't reach the server. Trying again…
        </p>
      )}
    </div>
  );
}
