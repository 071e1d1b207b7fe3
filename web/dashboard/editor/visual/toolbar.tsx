import {
  ArrowDown,
  ArrowUp,
  Bold,
  ChevronDown,
  Code,
  Copy,
  Ellipsis,
  Italic,
  Link,
  type LucideIcon,
  Plus,
  Redo2,
  Strikethrough,
  Trash2,
  Undo2,
} from "lucide-react";
import { toggleMark } from "prosemirror-commands";
import type { MarkType } from "prosemirror-model";
import type { EditorState } from "prosemirror-state";
import { isInTable } from "prosemirror-tables";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { MenuItems } from "../../ui/menu-items.tsx";
import { pageSchema } from "../document/page-schema.ts";
import { deleteBlock, duplicateBlock, moveBlock } from "./block-commands.ts";
import { textItems } from "./block-items.ts";
import { TableMenu } from "./table-menu.tsx";
import { currentKind, type TextKind, turnInto } from "./turn-into.ts";
import type { VisualPage } from "./visual-page.ts";

const { marks } = pageSchema;

const markButtons: readonly { type: MarkType; label: string; icon: LucideIcon }[] = [
  { type: marks.strong, label: "Bold", icon: Bold },
  { type: marks.emphasis, label: "Italic", icon: Italic },
  { type: marks.strike, label: "Strikethrough", icon: Strikethrough },
  { type: marks.code, label: "Code", icon: Code },
];

const listKinds: readonly TextKind[] = ["bulletList", "orderedList", "taskList", "blockquote"];
const lists = textItems.filter(({ id }) => listKinds.includes(id));

export function Toolbar({ page }: { page: VisualPage }) {
  const { state } = page.view;
  const kind = currentKind(state);
  const title = textItems.find(({ id }) => id === kind)?.title ?? "Text";
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex flex-none flex-wrap items-center gap-0.5 border-b border-line bg-surface px-2 py-1"
    >
      <Wide>
        <ToolButton label="Undo" isDisabled={!page.canUndo} onPress={() => page.undo()} icon={Undo2} />
        <ToolButton label="Redo" isDisabled={!page.canRedo} onPress={() => page.redo()} icon={Redo2} />
        <Line />
      </Wide>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={`Text style: ${title}`}
            className="inline-flex h-8 flex-none @xl:min-w-28 items-center justify-between gap-2 rounded-control px-2.5 text-[13px] text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:h-10"
          >
            {title}
            <ChevronDown size={16} aria-hidden />
          </button>
        }
      >
        <MenuItems
          entries={textItems.map(({ id, title: label, icon }) => ({
            label,
            icon,
            isCurrent: id === kind,
            run: () => id !== kind && page.run(turnInto(id)),
          }))}
        />
      </Menu>
      <Line />
      <MarkButtons page={page} />
      <Line />
      <Wide>
        {lists.map(({ id, title: label, icon }) => (
          <ToolButton key={id} {...{ label, icon }} isPressed={kind === id} onPress={() => page.run(turnInto(id))} />
        ))}
        <Line />
      </Wide>
      <Button
        look="ghost"
        size="small"
        icon={<Plus size={16} aria-hidden />}
        className="flex-none"
        aria-label="Insert block"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => page.openInsertMenu()}
      >
        <span className="hidden @md:inline">Insert</span>
      </Button>
      {isInTable(state) && <TableMenu page={page} />}
      <span className="ml-auto @xl:hidden">
        <Menu
          trigger={
            <IconButton label="More formatting">
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
        >
          <MenuItems
            entries={[
              page.canUndo && { label: "Undo", icon: Undo2, run: () => page.undo() },
              page.canRedo && { label: "Redo", icon: Redo2, run: () => page.redo() },
              ...lists.map(({ id, title: label, icon }) => ({ label, icon, run: () => page.run(turnInto(id)) })),
              "line",
              // A narrow page has no margin for the block's own buttons.
              { label: "Move block up", icon: ArrowUp, run: () => page.run(moveBlock("up")) },
              { label: "Move block down", icon: ArrowDown, run: () => page.run(moveBlock("down")) },
              { label: "Duplicate block", icon: Copy, run: () => page.run(duplicateBlock) },
              { label: "Delete block", icon: Trash2, isDangerous: true, run: () => page.run(deleteBlock) },
            ]}
          />
        </Menu>
      </span>
    </div>
  );
}

/** Shown in the toolbar, and next to selected text. */
export function MarkButtons({ page }: { page: VisualPage }) {
  const { state } = page.view;
  return (
    <>
      {markButtons.map(({ type, label, icon }) => (
        <ToolButton
          key={type.name}
          label={label}
          icon={icon}
          isPressed={hasMark(state, type)}
          onPress={() => page.run(toggleMark(type))}
        />
      ))}
      <ToolButton label="Link" icon={Link} isPressed={hasMark(state, marks.link)} onPress={() => page.editLink()} />
    </>
  );
}

interface ToolButtonProps {
  label: string;
  icon: LucideIcon;
  onPress: () => void;
  isPressed?: boolean;
  isDisabled?: boolean;
}

export function ToolButton({ label, icon: Icon, onPress, isPressed, isDisabled }: ToolButtonProps) {
  return (
    <IconButton
      label={label}
      disabled={isDisabled}
      aria-pressed={isPressed}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={`flex-none ${isPressed ? "bg-accent-soft text-accent!" : ""}`}
    >
      <Icon size={16} aria-hidden />
    </IconButton>
  );
}

/** Buttons that a narrow toolbar shows in its menu instead. */
function Wide({ children }: { children: ReactNode }) {
  return <span className="hidden flex-none items-center gap-0.5 @xl:flex">{children}</span>;
}

function Line() {
  return <span className="mx-1 hidden h-5 w-px flex-none bg-line @xl:block" aria-hidden />;
}

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
}
