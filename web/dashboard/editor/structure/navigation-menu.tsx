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
import { type MenuEntry, MenuItems } from "../../ui/menu-items.tsx";
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
export function NavigationMenu({ node, canWrite, onOpen, onDialog, onEdit, onHide, onDuplicate }: NavigationMenuProps) {
  const { address, title, kind, path, isHidden, isExpanded = false } = node;
  const set = (key: "expanded" | "default", value: boolean, done: string) =>
    onEdit({ kind: "set", address, key, value }, done);
  const add = (what: "group" | "tab") => onDialog({ kind: "add", what, parent: address });
  const page = kind === "page" ? path : undefined;
  const isVariant = kind === "language" || kind === "version";
  const additions: MenuEntry[] = [
    { label: "New page", icon: FilePlus, run: () => onDialog({ kind: "createPage", parent: address }) },
    { label: "New group", icon: FolderPlus, run: () => add("group") },
    kind !== "group" && kind !== "tab" && { label: "New tab", icon: Layers, run: () => add("tab") },
  ];
  const changes: MenuEntry[] = [
    "line",
    page !== undefined && { label: "Duplicate", icon: Copy, run: () => onDuplicate(page) },
    page === undefined
      ? { label: "Rename", icon: PencilLine, run: () => onDialog({ kind: "rename", node }) }
      : { label: "Rename or move", icon: PencilLine, run: () => onDialog({ kind: "movePage", path: page }) },
    kind !== "endpoint" && {
      label: isHidden ? "Show" : "Hide",
      icon: isHidden ? Eye : EyeOff,
      run: () => onHide(!isHidden),
    },
    kind === "group" && {
      label: isExpanded ? "Folded at first" : "Open at first",
      icon: FolderPlus,
      run: () => set("expanded", !isExpanded, `${title} is ${isExpanded ? "folded" : "open"} at first.`),
    },
    isVariant &&
      !node.isDefault && {
        label: "Make default",
        icon: Star,
        run: () => set("default", true, `${title} is the default.`),
      },
    "line",
    {
      label: isEntry(node) && kind !== "group" ? "Remove from navigation" : "Remove, keep its pages",
      icon: Undo2,
      run: () => onEdit({ kind: "remove", address }, `Removed ${title} from the navigation.`),
    },
    page !== undefined && {
      label: "Delete page",
      icon: Trash2,
      isDangerous: true,
      run: () => onDialog({ kind: "removePage", path: page, title }),
    },
  ];
  return (
    <MenuItems
      entries={[
        path === undefined
          ? { label: `Show in ${node.file}`, icon: ExternalLink, run: () => onOpen(node.file) }
          : { label: "Open", icon: ExternalLink, run: () => onOpen(path) },
        ...(canWrite && isContainer(node) ? additions : []),
        ...(canWrite ? changes : []),
      ]}
    />
  );
}
