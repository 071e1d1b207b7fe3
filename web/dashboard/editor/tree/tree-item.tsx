import { ChevronRight } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { TreeRow } from "./tree-rows.ts";
import type { TreeItemProps } from "./use-tree.ts";

interface TreeItemRequest extends Omit<ComponentProps<"div">, "onSelect" | "onToggle" | "role"> {
  row: TreeRow;
  item: TreeItemProps;
  icon: ReactNode;
  name: ReactNode;
  /** Shown before the arrow of a row that can be opened. */
  handle?: ReactNode;
  onSelect: () => void;
  onToggle: () => void;
}

const indentPixels = 14;
const firstIndentPixels = 14;

/** A row of a tree: an arrow, an icon, the name, and optional content at the end. */
export function TreeItem(request: TreeItemRequest) {
  const { row, item, icon, name, handle, onSelect, onToggle, className = "", children, ...rest } = request;
  const isOpen = item["aria-expanded"] === true;
  // A custom label of the row already mentions the change.
  const isLabeled = rest["aria-label"] !== undefined;
  const color = item["aria-selected"] ? "bg-accent-soft text-accent-strong" : "text-ink-soft hover:bg-hover";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its rows.
    <div
      {...rest}
      {...item}
      role="treeitem"
      tabIndex={item.tabIndex}
      onClick={({ target }) => {
        // React also passes on the clicks in the row's menu, which is elsewhere in the document.
        if (isOn(target, "button, [role=menu]")) return;
        if (row.isParent && isOn(target, "[data-toggle]")) onToggle();
        else onSelect();
      }}
      style={{ paddingLeft: firstIndentPixels + row.depth * indentPixels }}
      className={`group relative flex min-h-7 cursor-default items-center gap-1 rounded-control py-0.5 pr-1 text-[13px] leading-5 outline-offset-[-2px] select-none [contain-intrinsic-size:auto_28px] [content-visibility:auto] pointer-coarse:min-h-11 ${color} ${className}`}
    >
      {handle}
      <span
        data-toggle=""
        aria-hidden
        className={`flex size-5 flex-none items-center justify-center text-ink-faint pointer-coarse:size-8 ${row.isParent ? "cursor-pointer" : "invisible"}`}
      >
        <ChevronRight size={14} className={`transition-transform duration-150 ${isOpen ? "rotate-90" : ""}`} />
      </span>
      <span aria-hidden className="flex-none opacity-75">
        {icon}
      </span>
      <span className={`ml-0.5 min-w-0 flex-1 truncate ${row.change === "removed" ? "line-through" : ""}`}>{name}</span>
      {row.hasChanges && !isOpen && (
        <span className="size-1.5 flex-none rounded-full bg-info" title="Contains changes">
          {!isLabeled && <span className="sr-only">contains changes</span>}
        </span>
      )}
      <ChangeMark change={row.change} isLabeled={isLabeled} />
      {children}
    </div>
  );
}

export const changes: Record<NonNullable<TreeRow["change"]>, { sign: string; words: string; color: string }> = {
  added: { sign: "New", words: "new", color: "text-ok" },
  modified: { sign: "Edited", words: "edited", color: "text-info" },
  renamed: { sign: "Moved", words: "moved", color: "text-info" },
  removed: { sign: "Deleted", words: "deleted", color: "text-danger" },
};

/**
 * Shows how the draft changes a file. The word isn't text, so that it isn't part of the name that people use for
 * voice control.
 */
export function ChangeMark({ change, isLabeled = false }: Pick<TreeRow, "change"> & { isLabeled?: boolean }) {
  if (change === null) return null;
  const { sign, words, color } = changes[change];
  return (
    <span data-sign={sign} className={`flex-none text-xs before:content-[attr(data-sign)] ${color}`} title={words}>
      {!isLabeled && <span className="sr-only">{words}</span>}
    </span>
  );
}

export function isOn(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
