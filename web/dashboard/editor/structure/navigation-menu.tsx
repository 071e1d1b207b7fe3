import {
  Copy,
  ExternalLink,
  Eye,
  EyeOff,
  FilePlus,
  FolderPlus,
  Layers,
  PencilLine,
  Star,
  Trash2,
  Undo2,
} from "lucide-react";
import { MenuItem, MenuLine } from "../../ui/menu.tsx";
import { isContainer, isEntry } from "./navigation-tree.ts";
import type { NavigationEdit, NavigationNode } from "./use-structure.ts";

/** An open dialog of the navigation editor, with its element. */
export type StructureDialog =
  | { kind: "rename"; node: NavigationNode }
  | { kind: "add"; what: NavigationNode["kind"]; parent: string }
  | { kind: "createPage"; parent: string | undefined }
  | { kind: "movePage"; path: string }
  | { kind: "removePage"; path: string; title: string };

interface NavigationMenuProps {
  node: NavigationNode;
  canWrite: boolean;
  onOpen: (path: string) => void;
  onDialog: (dialog: StructureDialog) => void;
  onEdit: (edit: NavigationEdit, done: string) => void;
  onHide: (isHidden: boolean) => void;
  onDuplicate: (path: string) => void;
}

/** The actions for one element. */
export function NavigationMenu({ node, canWrite, ...on }: NavigationMenuProps) {
  const { address, title, kind, path, isHidden } = node;
  const set = (key: "expanded" | "default", value: boolean, done: string) =>
    on.onEdit({ kind: "set", address, key, value }, done);
  return (
    <>
      {path !== undefined && (
        <MenuItem icon={<ExternalLink size={16} />} onSelect={() => on.onOpen(path)}>
          Open
        </MenuItem>
      )}
      {path === undefined && (
        <MenuItem icon={<ExternalLink size={16} />} onSelect={() => on.onOpen(node.file)}>
          Show in {node.file}
        </MenuItem>
      )}
      {canWrite && isContainer(node) && (
        <>
          <MenuItem icon={<FilePlus size={16} />} onSelect={() => on.onDialog({ kind: "createPage", parent: address })}>
            New page
          </MenuItem>
          <MenuItem
            icon={<FolderPlus size={16} />}
            onSelect={() => on.onDialog({ kind: "add", what: "group", parent: address })}
          >
            New group
          </MenuItem>
          {kind !== "group" && kind !== "tab" && (
            <MenuItem
              icon={<Layers size={16} />}
              onSelect={() => on.onDialog({ kind: "add", what: "tab", parent: address })}
            >
              New tab
            </MenuItem>
          )}
        </>
      )}
      {canWrite && (
        <>
          <MenuLine />
          {kind === "page" && path !== undefined ? (
            <>
              <MenuItem icon={<Copy size={16} />} onSelect={() => on.onDuplicate(path)}>
                Duplicate
              </MenuItem>
              <MenuItem icon={<PencilLine size={16} />} onSelect={() => on.onDialog({ kind: "movePage", path })}>
                Rename or move
              </MenuItem>
            </>
          ) : (
            <MenuItem icon={<PencilLine size={16} />} onSelect={() => on.onDialog({ kind: "rename", node })}>
              Rename
            </MenuItem>
          )}
          {kind !== "endpoint" && (
            <MenuItem icon={isHidden ? <Eye size={16} /> : <EyeOff size={16} />} onSelect={() => on.onHide(!isHidden)}>
              {isHidden ? "Show" : "Hide"}
            </MenuItem>
          )}
          {kind === "group" && (
            <MenuItem
              icon={<FolderPlus size={16} />}
              onSelect={() =>
                set("expanded", !node.isExpanded, `${title} is ${node.isExpanded ? "folded" : "open"} at first.`)
              }
            >
              {node.isExpanded ? "Folded at first" : "Open at first"}
            </MenuItem>
          )}
          {(kind === "language" || kind === "version") && !node.isDefault && (
            <MenuItem icon={<Star size={16} />} onSelect={() => set("default", true, `${title} is the default.`)}>
              Make default
            </MenuItem>
          )}
          <MenuLine />
          <MenuItem
            icon={<Undo2 size={16} />}
            onSelect={() => on.onEdit({ kind: "remove", address }, `Removed ${title} from the navigation.`)}
          >
            {isEntry(node) && kind !== "group" ? "Remove from navigation" : "Remove, keep its pages"}
          </MenuItem>
          {kind === "page" && path !== undefined && (
            <MenuItem
              icon={<Trash2 size={16} />}
              isDangerous
              onSelect={() => on.onDialog({ kind: "removePage", path, title })}
            >
              Delete page
            </MenuItem>
          )}
        </>
      )}
    </>
  );
}
