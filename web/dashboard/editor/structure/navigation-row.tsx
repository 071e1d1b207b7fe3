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
import { Fragment, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { isEntry, kindName, type TreeRow, type Where } from "./navigation-tree.ts";
import type { NavigationNode } from "./use-structure.ts";

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

const indentPixels = 14;
const firstIndentPixels = 14;

/** One element of the navigation. */
export function NavigationRow({ row, isFocused, canWrite, drop, menu, ...on }: NavigationRowProps) {
  const { node, depth, position, siblings, hasChildren, isOpen } = row;
  const indent = (depth - 1) * indentPixels + firstIndentPixels;
  const mark = drop === "inside" ? "bg-accent-soft ring-1 ring-accent ring-inset" : "";
  return (
    <div
      role="treeitem"
      aria-level={depth}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isFocused}
      aria-label={labelOf(node)}
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
      className={`group relative flex min-h-8 items-center gap-1 rounded-control text-[13px] select-none hover:bg-hover pointer-coarse:min-h-11 ${mark}`}
      style={{ paddingLeft: indent }}
    >
      {(drop === "before" || drop === "after") && (
        <span
          aria-hidden
          style={{ left: indent }}
          className={`absolute right-0 h-0.5 rounded-full bg-accent ${drop === "before" ? "-top-px" : "-bottom-px"}`}
        />
      )}
      {canWrite && (
        <span
          aria-hidden
          data-handle=""
          className="flex h-8 flex-none cursor-grab touch-none items-center justify-center text-ink-faint pointer-fine:absolute pointer-fine:left-0 pointer-fine:w-4 pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus:opacity-100 pointer-coarse:w-8"
        >
          <GripVertical size={16} />
        </span>
      )}
      <span
        data-toggle=""
        aria-hidden
        className={`flex size-5 flex-none items-center justify-center text-ink-faint pointer-coarse:size-8 ${hasChildren ? "cursor-pointer" : "invisible"}`}
      >
        <ChevronRight size={16} className={`transition-transform duration-150 ${isOpen ? "rotate-90" : ""}`} />
      </span>
      <span aria-hidden className="flex-none text-ink-faint">
        <KindIcon row={row} />
      </span>
      <span
        className={`ml-0.5 min-w-0 flex-1 cursor-pointer truncate ${isEntry(node) && node.kind !== "group" ? "" : "font-medium"} ${node.isHidden || node.isMissing ? "text-ink-faint" : ""}`}
        title={node.path ?? node.href ?? node.title}
      >
        {node.title}
      </span>
      {badgesOf(node).map(({ text, tone }) => (
        <Fragment key={text}>
          {/* The space is for the text that screen readers and voice control find here. */}{" "}
          <Badge {...(tone && { tone })}>{text}</Badge>
        </Fragment>
      ))}
      {node.isHidden && <EyeOff size={16} className="flex-none text-ink-faint" aria-hidden />}
      {menu !== null && (
        <Menu
          trigger={
            <IconButton label={`Actions for ${node.title}`} className="size-7 flex-none" tabIndex={isFocused ? 0 : -1}>
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

interface RowBadge {
  text: string;
  tone?: "accent" | "warn";
}

function badgesOf(node: NavigationNode): RowBadge[] {
  const badges: (RowBadge | false)[] = [
    !isEntry(node) && { text: kindName(node.kind) },
    node.isDefault === true && { text: "default", tone: "accent" },
    node.isMissing === true && { text: "no file", tone: "warn" },
    node.generates !== undefined && { text: "API" },
  ];
  return badges.filter((badge) => badge !== false);
}

/** Starts with what is shown, so that the row can be addressed by voice. */
function labelOf(node: NavigationNode): string {
  const shown = [node.title, ...badgesOf(node).map(({ text }) => text)].join(" ");
  return [shown, isEntry(node) ? kindName(node.kind) : "", node.isHidden ? "hidden" : ""].filter(Boolean).join(", ");
}
