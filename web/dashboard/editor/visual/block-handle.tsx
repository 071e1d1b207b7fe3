import { ArrowDown, ArrowUp, Code, Copy, GripVertical, Plus, SlidersHorizontal, Trash2 } from "lucide-react";
import { NodeSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { type DragEvent, useEffect, useLayoutEffect, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { type MenuEntry, MenuItems } from "../../ui/menu-items.tsx";
import { isTextblock, pageSchema } from "../document/page-schema.ts";
import {
  deleteBlock,
  duplicateBlock,
  findBlock,
  moveBlock,
  type PlacedBlock,
  selectedBlock,
} from "./block-commands.ts";
import { textItems } from "./block-items.ts";
import { turnInto } from "./turn-into.ts";
import type { VisualPage } from "./visual-page.ts";

const { nodes } = pageSchema;
/** The width of two buttons, which are larger on touch screens. */
const handleWidth = window.matchMedia("(pointer: coarse)").matches ? 84 : 52;

/** The buttons next to the block under the pointer or with the cursor: insert below, drag, and a menu. */
export function BlockHandle({ page }: { page: VisualPage }) {
  const [hovered, setHovered] = useState<number>();
  const [place, setPlace] = useState<{ left: number; top: number }>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { state } = page.view;
  const block = findHovered(page, hovered) ?? selectedBlock(state);
  const position = block?.position;

  useEffect(() => {
    const frame = page.view.dom.closest<HTMLElement>("[data-visual-frame]");
    if (frame === null) return;
    const move = (event: PointerEvent) => {
      if (event.pointerType === "touch" || event.buttons !== 0 || isMenuOpen) return;
      if (event.target instanceof Element && event.target.closest("[data-block-handle]") !== null) return;
      setHovered(positionAt(page, event));
    };
    frame.addEventListener("pointermove", move);
    return () => frame.removeEventListener("pointermove", move);
  }, [page, isMenuOpen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the block moves when the state changes.
  useLayoutEffect(() => {
    const frame = page.view.dom.closest("[data-visual-frame]");
    const dom = position === undefined ? null : page.view.nodeDOM(position);
    if (frame === null || !(dom instanceof HTMLElement)) return setPlace(undefined);
    const { top } = dom.getBoundingClientRect();
    const { left } = outermostBlock(dom).getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    setPlace({ left: Math.max(0, left - around.left - handleWidth - 4), top: top - around.top });
  }, [page, position, state]);

  if (block === undefined || place === undefined || block.node.type === nodes.frontmatter) return null;
  const select = () => {
    const { tr, doc } = page.view.state;
    page.view.dispatch(tr.setSelection(NodeSelection.create(doc, block.position)));
  };
  const run = (command: Parameters<VisualPage["run"]>[0]) => {
    select();
    page.run(command);
    setHovered(undefined);
  };
  const isComponent = block.node.type === nodes.component;
  const turns = textItems.map(({ id, title, icon }) => ({
    label: title,
    icon,
    run: () => {
      page.placeCursor(block.position + 1);
      page.run(turnInto(id));
    },
  }));
  const entries: MenuEntry[] = [
    { label: "Move up", icon: ArrowUp, run: () => run(moveBlock("up")) },
    { label: "Move down", icon: ArrowDown, run: () => run(moveBlock("down")) },
    { label: "Duplicate", icon: Copy, run: () => run(duplicateBlock) },
    isComponent && { label: "Settings", icon: SlidersHorizontal, run: () => page.openProps(block.position) },
    { label: "Edit source", icon: Code, run: () => page.openSource(block.position) },
    ...(isTextblock(block.node) ? ["line" as const, { caption: "Turn into" }, ...turns] : []),
    "line",
    { label: "Delete", icon: Trash2, isDangerous: true, run: () => run(deleteBlock) },
  ];
  return (
    <div data-block-handle style={place} className="absolute z-10 hidden items-start pt-0.5 @xl:flex">
      <IconButton
        label="Insert below"
        className="size-6! pointer-coarse:size-10!"
        onClick={() => page.openInsertMenu(block)}
      >
        <Plus size={16} aria-hidden />
      </IconButton>
      <IconButton
        label="Move or change block"
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        className="size-6! cursor-grab pointer-coarse:size-10!"
        draggable
        onDragStart={(event) => startDrag(page.view, block.position, event)}
        onClick={() => setMenuOpen(true)}
      >
        <GripVertical size={16} aria-hidden />
      </IconButton>
      {/* The menu's own trigger would open on press and prevent dragging, so it is only used as the anchor. */}
      <Menu
        align="start"
        isOpen={isMenuOpen}
        onOpenChange={setMenuOpen}
        trigger={<button type="button" tabIndex={-1} aria-hidden className="absolute bottom-0 left-6 size-0" />}
      >
        <MenuItems entries={entries} />
      </Menu>
    </div>
  );
}

function findHovered(page: VisualPage, position: number | undefined): PlacedBlock | undefined {
  const { doc } = page.view.state;
  if (position === undefined || position >= doc.content.size) return undefined;
  const node = doc.nodeAt(position);
  return node === null || !node.isBlock ? undefined : { node, position };
}

/** Inside a component, the buttons would cover its icon or its number, so they are next to the whole component. */
function outermostBlock(dom: HTMLElement): Element {
  let outermost: Element = dom;
  for (let next: Element | null = dom; next !== null; next = next.parentElement?.closest(".component-block") ?? null)
    outermost = next;
  return outermost;
}

/** The block at the height of the pointer, even if the pointer is in the margin. */
function positionAt(page: VisualPage, event: PointerEvent): number | undefined {
  const box = page.view.dom.getBoundingClientRect();
  const left = Math.min(Math.max(event.clientX, box.left + 24), box.right - 24);
  const found = page.view.posAtCoords({ left, top: event.clientY });
  if (found === null) return undefined;
  const { doc } = page.view.state;
  const inside = found.inside >= 0 ? doc.nodeAt(found.inside) : null;
  if (inside?.isBlock && (inside.isAtom || inside.type === nodes.component)) return found.inside;
  return findBlock(doc.resolve(found.pos))?.position;
}

/** Drags a block by its handle. ProseMirror moves the block to where it is dropped. */
function startDrag(view: EditorView, position: number, { dataTransfer }: DragEvent): void {
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(NodeSelection.create(doc, position)));
  const slice = view.state.selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  dataTransfer.clearData();
  dataTransfer.setData("text/html", dom.innerHTML);
  dataTransfer.setData("text/plain", text);
  dataTransfer.effectAllowed = "copyMove";
  const shown = view.nodeDOM(position);
  if (shown instanceof Element) dataTransfer.setDragImage(shown, 0, 0);
  view.dragging = { slice, move: true };
}
