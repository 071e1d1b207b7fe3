import {
  BookOpen,
  ChevronRight,
  Ellipsis,
  ExternalLink,
  EyeOff,
  FileText,
  Folder,
  GripVertical,
  Webhook,
} from "lucide-react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { isEntry, kindName, type TreeRow, type Where } from "./navigation-tree.ts";

interface NavigationRowProps {
  row: TreeRow;
  isFocused: boolean;
  canWrite: boolean;
  /** Where a drop on this row would go. */
  drop: Where | undefined;
  menu: ReactNode;
  onToggle: () => void;
  onOpen: () => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

const indentPixels = 18;

/** One element of the navigation. */
export function NavigationRow({ row, isFocused, canWrite, drop, menu, ...on }: NavigationRowProps) {
  const { node, depth, position, siblings, hasChildren, isOpen } = row;
  const line = drop === "before" ? "before:top-0" : "before:bottom-0";
  const mark =
    drop === undefined
      ? ""
      : drop === "inside"
        ? "bg-accent-soft ring-1 ring-accent ring-inset"
        : `before:absolute before:inset-x-0 before:h-0.5 before:bg-accent ${line}`;
  return (
    <div
      role="treeitem"
      aria-level={depth}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isFocused}
      aria-label={labelOf(row)}
      tabIndex={isFocused ? 0 : -1}
      data-address={node.address}
      onFocus={(event) => event.target === event.currentTarget && on.onFocus()}
      onKeyDown={(event) => event.target === event.currentTarget && on.onKeyDown(event)}
      onClick={(event) => {
        if (isOn(event.target, "button")) return;
        if (node.kind === "page" && !isOn(event.target, "[data-toggle]")) on.onOpen();
        else on.onToggle();
      }}
      onPointerDown={(event) => {
        // A finger scrolls the list unless it is on the handle.
        const isDrag = event.pointerType === "mouse" || isOn(event.target, "[data-handle]");
        if (canWrite && isDrag && !isOn(event.target, "button, [data-toggle]")) on.onPointerDown(event);
      }}
      className={`group relative flex min-h-9 items-center gap-1.5 rounded-control pr-1 select-none hover:bg-hover pointer-coarse:min-h-11 ${mark}`}
      style={{ paddingLeft: `${(depth - 1) * indentPixels + 4}px` }}
    >
      {canWrite && (
        <span
          aria-hidden
          data-handle=""
          className="flex h-8 w-5 flex-none cursor-grab touch-none items-center justify-center text-ink-faint opacity-0 group-hover:opacity-100 group-focus:opacity-100 pointer-coarse:w-8 pointer-coarse:opacity-100"
        >
          <GripVertical size={16} />
        </span>
      )}
      <span
        data-toggle=""
        aria-hidden
        className={`flex size-5 flex-none items-center justify-center text-ink-faint ${hasChildren ? "cursor-pointer" : "invisible"}`}
      >
        <ChevronRight size={16} className={`transition-transform duration-150 ${isOpen ? "rotate-90" : ""}`} />
      </span>
      <span aria-hidden className="flex-none text-ink-faint">
        <KindIcon row={row} />
      </span>
      <span
        className={`min-w-0 flex-1 cursor-pointer truncate ${isEntry(node) && node.kind !== "group" ? "" : "font-medium"} ${node.isHidden || node.isMissing ? "text-ink-faint" : ""}`}
        title={node.path ?? node.href ?? node.title}
      >
        {node.title}
      </span>
      {!isEntry(node) && <Badge>{kindName(node.kind)}</Badge>}
      {node.isDefault && <Badge tone="accent">default</Badge>}
      {node.isMissing && <Badge tone="warn">no file</Badge>}
      {node.generates !== undefined && <Badge>API</Badge>}
      {node.isHidden && <EyeOff size={16} className="flex-none text-ink-faint" aria-hidden />}
      {menu !== null && (
        <Menu
          trigger={
            <IconButton label={`Actions for ${node.title}`}>
              <Ellipsis size={16} />
            </IconButton>
          }
        >
          {menu}
        </Menu>
      )}
    </div>
  );
}

function isOn(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

function KindIcon({ row: { node } }: { row: TreeRow }) {
  if (node.href !== undefined) return <ExternalLink size={16} />;
  if (node.kind === "page") return <FileText size={16} />;
  if (node.kind === "endpoint") return <Webhook size={16} />;
  return node.kind === "group" ? <Folder size={16} /> : <BookOpen size={16} />;
}

function labelOf({ node }: TreeRow): string {
  const states = [
    node.isHidden ? "hidden" : "",
    node.isDefault ? "default" : "",
    node.isMissing ? "no file" : "",
  ].filter(Boolean);
  return [`${node.title}, ${kindName(node.kind)}`, ...states].join(", ");
}
