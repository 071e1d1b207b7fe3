import { BookOpen, Ellipsis, ExternalLink, EyeOff, FileText, Folder, GripVertical, Webhook } from "lucide-react";
import { Fragment, type PointerEvent, type ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { changes, isOn, TreeItem } from "../tree/tree-item.tsx";
import type { TreeItemProps } from "../tree/use-tree.ts";
import { isEntry, kindName, type NavigationTreeRow, type Where } from "./navigation-tree.ts";
import type { NavigationNode } from "./use-structure.ts";

interface NavigationRowProps {
  row: NavigationTreeRow;
  item: TreeItemProps;
  canWrite: boolean;
  /** Where a dragged element would go if it were dropped on this row. */
  drop: Where | undefined;
  menu: ReactNode;
  onToggle: () => void;
  onSelect: () => void;
  onDrag: (event: PointerEvent<HTMLElement>) => void;
}

/** One element of the navigation. */
export function NavigationRow({ row, item, canWrite, drop, menu, onToggle, onSelect, onDrag }: NavigationRowProps) {
  const { node } = row;
  return (
    <TreeItem
      {...{ row, item, onToggle, onSelect }}
      aria-label={labelOf(row, item["aria-expanded"] === true)}
      title={node.path ?? node.href ?? node.title}
      icon={<KindIcon node={node} />}
      name={<span className={node.isHidden || node.isMissing ? "text-ink-faint" : ""}>{node.title}</span>}
      className={`${isEntry(node) && node.kind !== "group" ? "" : "font-medium"} ${drop === "inside" ? "bg-accent-soft ring-1 ring-accent ring-inset" : ""}`}
      onPointerDown={(event) => {
        // A finger scrolls the list unless it touches the handle.
        const isDrag = event.pointerType === "mouse" || isOn(event.target, "[data-handle]");
        if (canWrite && isDrag && !isOn(event.target, "button, [data-toggle], [role=menu]")) onDrag(event);
      }}
      handle={
        <>
          {(drop === "before" || drop === "after") && (
            <span
              aria-hidden
              className={`absolute right-0 left-3.5 h-0.5 rounded-full bg-accent ${drop === "before" ? "top-0" : "bottom-0"}`}
            />
          )}
          {canWrite && (
            <span
              aria-hidden
              data-handle=""
              className="flex h-7 flex-none cursor-grab touch-none items-center justify-center text-ink-faint pointer-fine:absolute pointer-fine:left-0 pointer-fine:w-4 pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus:opacity-100 pointer-coarse:w-8"
            >
              <GripVertical size={16} />
            </span>
          )}
        </>
      }
    >
      {badgesOf(node).map(({ text, tone }) => (
        <Fragment key={text}>
          {/* The space is for the text that screen readers and voice control find here. */}{" "}
          <Badge {...(tone && { tone })}>{text}</Badge>
        </Fragment>
      ))}
      {node.isHidden && <EyeOff size={16} className="flex-none text-ink-faint" aria-hidden />}
      <Menu
        trigger={
          <IconButton label={`Actions for ${node.title}`} className="size-7 flex-none" tabIndex={item.tabIndex}>
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        {menu}
      </Menu>
    </TreeItem>
  );
}

function KindIcon({ node }: { node: NavigationNode }) {
  if (node.href !== undefined) return <ExternalLink size={16} />;
  if (node.kind === "page") return <FileText size={16} />;
  if (node.kind === "endpoint") return <Webhook size={16} />;
  return node.kind === "group" ? <Folder size={16} /> : <BookOpen size={16} />;
}

function badgesOf(node: NavigationNode): { text: string; tone?: "accent" | "warn" }[] {
  return [
    ...(isEntry(node) ? [] : [{ text: kindName(node.kind) }]),
    ...(node.isDefault ? [{ text: "default", tone: "accent" as const }] : []),
    ...(node.isMissing ? [{ text: "no file", tone: "warn" as const }] : []),
    ...(node.generates === undefined ? [] : [{ text: "API" }]),
  ];
}

/** Starts with the visible text, so that the row can be addressed by voice. */
function labelOf({ node, change, hasChanges }: NavigationTreeRow, isOpen: boolean): string {
  const shown = [node.title, ...badgesOf(node).map(({ text }) => text)].join(" ");
  const below = hasChanges && !isOpen && "contains changes";
  const notes = [
    isEntry(node) && kindName(node.kind),
    node.isHidden && "hidden",
    below,
    change && changes[change].words,
  ];
  return [shown, ...notes].filter(Boolean).join(", ");
}
