import { Ellipsis, FileText, GripVertical } from "lucide-react";
import { type PointerEvent, useState } from "react";
import { count } from "../../../../src/contract/count.ts";
import { IconButton } from "../../ui/button.tsx";
import { SearchInput } from "../../ui/field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { type MenuEntry, MenuItems } from "../../ui/menu-items.tsx";
import type { DraftFile } from "../draft-queries.ts";
import { ChangeMark } from "../tree/tree-item.tsx";
import type { StructureDialog } from "./navigation-menu.tsx";
import { childrenOf, isContainer, isEntry } from "./navigation-tree.ts";
import type { NavigationNode, UnlistedPage } from "./use-structure.ts";

interface UnlistedPagesProps {
  pages: readonly UnlistedPage[];
  files: readonly DraftFile[];
  /** The path of the open file. */
  path: string | undefined;
  nodes: readonly NavigationNode[];
  canWrite: boolean;
  onOpen: (path: string) => void;
  onDrag: (event: PointerEvent<HTMLElement>, page: UnlistedPage) => void;
  onAdd: (page: UnlistedPage, parent: string) => void;
  onDialog: (dialog: StructureDialog) => void;
}

const shownMax = 100;
const targetsMax = 30;
const searchedFrom = 12;

/** Pages that aren't in the navigation. They can be dragged into the tree, or added from their menu. */
export function UnlistedPages({ pages, files, path, nodes, canWrite, ...on }: UnlistedPagesProps) {
  const { onOpen, onDrag, onAdd, onDialog } = on;
  const [search, setSearch] = useState("");
  if (pages.length === 0) return null;
  const words = search.trim().toLowerCase();
  const found = pages.filter((page) => `${page.title} ${page.path}`.toLowerCase().includes(words));
  const changeOf = new Map(files.map((file) => [file.path, file.change]));
  const targets = nodes.filter(
    (node) => isContainer(node) && (node.kind === "group" || childrenOf(nodes, node.address).some(isEntry)),
  );
  const menuOf = (page: UnlistedPage): MenuEntry[] => [
    { label: "Open", run: () => onOpen(page.path) },
    ...(canWrite
      ? [
          { label: "Rename or move", run: () => onDialog({ kind: "movePage", path: page.path }) },
          { label: "Delete page", isDangerous: true, run: () => onDialog({ kind: "removePage", ...page }) },
          "line" as const,
          { caption: "Add to" },
          ...targets.slice(0, targetsMax).map((target) => ({
            label: target.title,
            run: () => onAdd(page, target.address),
          })),
        ]
      : []),
  ];
  return (
    <section aria-labelledby="unlisted-pages" className="mt-4 border-t border-line pt-3">
      <h2 id="unlisted-pages" className="mb-1 px-1.5 text-[13px] font-medium text-ink-faint">
        Not in the navigation ({pages.length})
      </h2>
      {pages.length >= searchedFrom && (
        <div className="mb-1 px-1.5">
          <SearchInput label="Find a page" value={search} onChange={(event) => setSearch(event.target.value)} />
        </div>
      )}
      <ul>
        {found.slice(0, shownMax).map((page) => (
          <li
            key={page.path}
            className="group flex min-h-8 items-center gap-1 rounded-control text-[13px] hover:bg-hover pointer-coarse:min-h-11"
          >
            {canWrite && (
              <span
                aria-hidden
                onPointerDown={(event) => onDrag(event, page)}
                className="flex h-8 w-4 flex-none cursor-grab touch-none items-center justify-center text-ink-faint pointer-coarse:w-8"
              >
                <GripVertical size={16} />
              </span>
            )}
            <FileText size={16} className="flex-none text-ink-faint" aria-hidden />
            <button
              type="button"
              aria-current={page.path === path}
              onClick={() => onOpen(page.path)}
              className="ml-0.5 min-w-0 flex-1 truncate py-1.5 text-left hover:underline aria-current:font-medium aria-current:text-accent-strong"
              title={page.path}
            >
              {page.title}
            </button>
            {page.isHidden && <span className="flex-none text-xs text-ink-faint">hidden</span>}
            <ChangeMark change={changeOf.get(page.path) ?? null} />
            <Menu
              trigger={
                <IconButton label={`Actions for ${page.title}`} className="size-7 flex-none">
                  <Ellipsis size={16} />
                </IconButton>
              }
            >
              <MenuItems entries={menuOf(page)} />
            </Menu>
          </li>
        ))}
      </ul>
      {found.length > shownMax && (
        <p className="mt-1 px-1.5 text-[13px] text-ink-faint">
          {count(found.length - shownMax, "more page")}; search to find them.
        </p>
      )}
    </section>
  );
}
