import {
  BookOpen,
  ChevronRight,
  CircleDashed,
  Code,
  Component,
  ExternalLink,
  FileText,
  Folder,
  Image,
  Languages,
  type LucideIcon,
  PanelTop,
  Settings2,
  SquareTerminal,
  Tag,
} from "lucide-react";
import type { TreeRow } from "./tree-rows.ts";

const icons: Record<TreeRow["icon"], LucideIcon> = {
  language: Languages,
  version: Tag,
  product: PanelTop,
  dropdown: PanelTop,
  anchor: PanelTop,
  tab: PanelTop,
  item: PanelTop,
  group: BookOpen,
  page: FileText,
  endpoint: SquareTerminal,
  link: ExternalLink,
  snippet: Component,
  settings: Settings2,
  code: Code,
  media: Image,
  folder: Folder,
  loose: CircleDashed,
};

const changes: Record<NonNullable<TreeRow["change"]>, { sign: string; words: string; color: string }> = {
  added: { sign: "A", words: "added", color: "text-ok" },
  modified: { sign: "M", words: "changed", color: "text-info" },
  renamed: { sign: "R", words: "renamed", color: "text-info" },
  removed: { sign: "D", words: "removed", color: "text-danger" },
};

const indentPixels = 14;

interface RowProps {
  id: string;
  row: TreeRow;
  isOpen: boolean;
  /** Whether its file is open in the editor. */
  isCurrent: boolean;
  /** Whether Tab leads here. */
  isFocusable: boolean;
  /** Shown in a filtered list, where the folder says which of several files it is. */
  withPath: boolean;
  onSelect: () => void;
}

/** A line of the tree. Its level is an attribute, because the lines aren't nested. */
export function TreeRowItem({ id, row, isOpen, isCurrent, isFocusable, withPath, onSelect }: RowProps) {
  const Icon = icons[row.icon];
  const change = row.change === null ? undefined : changes[row.change];
  const color = isCurrent ? "bg-accent-soft font-medium text-accent-strong" : "text-ink-soft hover:bg-hover";
  const isDead = row.path === undefined && !row.isParent;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its rows.
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isCurrent}
      aria-expanded={row.isParent ? isOpen : undefined}
      aria-disabled={isDead || undefined}
      tabIndex={isFocusable ? 0 : -1}
      title={row.path}
      onClick={onSelect}
      style={{ paddingLeft: 6 + row.depth * indentPixels }}
      className={`flex min-h-7 items-center gap-1.5 rounded-control py-0.5 pr-2 text-[13px] leading-5 outline-offset-[-2px] [contain-intrinsic-size:auto_28px] [content-visibility:auto] pointer-coarse:min-h-10 ${isDead ? "" : "cursor-default"} ${color}`}
    >
      {row.isParent ? (
        <ChevronRight
          size={14}
          aria-hidden
          className={`flex-none text-ink-faint transition-transform duration-150 ${isOpen ? "rotate-90" : ""}`}
        />
      ) : (
        !withPath && <span className="w-3.5 flex-none" aria-hidden />
      )}
      <Icon size={16} strokeWidth={1.75} className="flex-none opacity-75" aria-hidden />
      <span className={`min-w-0 flex-1 truncate ${row.change === "removed" ? "line-through" : ""}`}>
        {row.label}
        {withPath && row.path !== undefined && <span className="ml-2 font-normal text-ink-faint">{row.path}</span>}
      </span>
      {row.note !== undefined && <span className="flex-none text-xs text-ink-faint">{row.note}</span>}
      {change !== undefined && (
        <span className={`flex-none font-mono text-xs ${change.color}`} title={change.words}>
          <span aria-hidden>{change.sign}</span>
          <span className="sr-only">{change.words}</span>
        </span>
      )}
    </div>
  );
}
