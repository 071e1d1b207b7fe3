import { FolderTree, ListTree, PanelLeft, Settings2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { IconButton } from "../ui/button.tsx";

const tabs = [
  { name: "pages", label: "Pages", icon: ListTree },
  { name: "files", label: "Files", icon: FolderTree },
  { name: "settings", label: "Settings", icon: Settings2 },
] as const;

interface LeftPaneProps extends Record<(typeof tabs)[number]["name"], ReactNode> {
  /** The path of the open file. */
  path: string | undefined;
}

const hasRoom = () => matchMedia("(min-width: 1024px)").matches;

/**
 * The draft's navigation, files and settings. On narrow screens, the pane opens over the page, and closes when another
 * page is opened.
 */
export function LeftPane({ path, ...parts }: LeftPaneProps) {
  const [tab, setTab] = useState<(typeof tabs)[number]["name"]>("pages");
  const [isOpen, setOpen] = useState(hasRoom);
  const [pathBefore, setPathBefore] = useState(path);
  if (path !== pathBefore) {
    setPathBefore(path);
    if (!hasRoom()) setOpen(false);
  }
  const isWide = tab === "settings";
  if (!isOpen) {
    return (
      <div className="flex-none border-r border-line p-1">
        <IconButton label="Show pages" onClick={() => setOpen(true)}>
          <PanelLeft size={20} />
        </IconButton>
      </div>
    );
  }
  return (
    <section
      aria-label="Draft"
      className={`flex flex-none flex-col border-r border-line bg-canvas max-lg:absolute max-lg:inset-y-0 max-lg:left-0 max-lg:z-30 max-lg:shadow-float ${isWide ? "w-[min(100%,440px)]" : "w-[min(100%,272px)]"}`}
    >
      <div className="flex h-10 flex-none items-center gap-1 border-b border-line px-1">
        {tabs.map(({ name, label, icon: Icon }) => (
          <button
            key={name}
            type="button"
            aria-pressed={tab === name}
            onClick={() => setTab(name)}
            className="inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-[13px] text-ink-soft hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong pointer-coarse:h-10"
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            <span className={tab === name ? "" : "sr-only"}>{label}</span>
          </button>
        ))}
        <IconButton label="Hide pages" className="ml-auto" onClick={() => setOpen(false)}>
          <PanelLeft size={16} />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Suspense fallback={<p className="p-4 text-ink-faint">Loading…</p>}>{parts[tab]}</Suspense>
      </div>
    </section>
  );
}
