import { Outlet, useLocation } from "@tanstack/react-router";
import { Menu as MenuIcon, Search } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLiveChanges } from "../api/use-live-changes.ts";
import { IconButton } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { useShownOrganization } from "./current-project.ts";
import { LoadingPage } from "./page-states.tsx";
import { Rail } from "./rail.tsx";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

/** The frame of every page: a rail on the left, or a bar on top of narrow screens, and the command palette. */
export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const { pathname } = useLocation();
  useLiveChanges(useShownOrganization()?.id);
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        setPaletteOpen((isOpen) => !isOpen);
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet closes when the page changes.
  useEffect(() => sheet.current?.close(), [pathname]);
  const openPalette = () => {
    sheet.current?.close();
    setPaletteOpen(true);
  };
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to the content
      </a>
      <div className="lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
        <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b border-line bg-canvas px-2 lg:hidden">
          <IconButton label="Open the menu" onClick={() => sheet.current?.showModal()}>
            <MenuIcon size={20} />
          </IconButton>
          <Logo size={22} />
          <span className="flex-1 font-semibold">Lectern</span>
          <IconButton label="Go to… (⌘K)" onClick={openPalette}>
            <Search size={20} />
          </IconButton>
        </header>
        <div className="sticky top-0 hidden h-dvh border-r border-line lg:block">
          <Rail onSearch={openPalette} />
        </div>
        <dialog
          ref={sheet}
          aria-label="Menu"
          onMouseDown={(event) => event.target === sheet.current && sheet.current?.close()}
          className="m-0 h-dvh max-h-none w-[272px] border-r border-line bg-canvas p-0 lg:hidden"
        >
          <Rail onSearch={openPalette} />
        </dialog>
        <div className="min-w-0">
          <Suspense fallback={<LoadingPage />}>
            <Outlet />
          </Suspense>
        </div>
      </div>
      <Suspense>{isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}</Suspense>
    </>
  );
}
