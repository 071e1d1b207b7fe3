import {
  Bold,
  ChevronDown,
  Code,
  Italic,
  Link,
  type LucideIcon,
  Plus,
  Redo2,
  Strikethrough,
  Undo2,
} from "lucide-react";
import { toggleMark } from "prosemirror-commands";
import type { MarkType } from "prosemirror-model";
import type { EditorState } from "prosemirror-state";
import { isInTable } from "prosemirror-tables";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { MenuItems } from "../../ui/menu-items.tsx";
import { pageSchema } from "../document/page-schema.ts";
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

const pressedKinds: readonly TextKind[] = ["bulletList", "orderedList", "taskList", "blockquote"];

export function Toolbar({ page }: { page: VisualPage }) {
  const { state } = page.view;
  const kind = currentKind(state);
  const title = textItems.find(({ id }) => id === kind)?.title ?? "Text";
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex flex-none items-center gap-0.5 overflow-x-auto border-b border-line bg-surface px-2 py-1"
    >
      <ToolButton label="Undo" isDisabled={!page.canUndo} onPress={() => page.undo()} icon={Undo2} />
      <ToolButton label="Redo" isDisabled={!page.canRedo} onPress={() => page.redo()} icon={Redo2} />
      <Line />
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={`Text style: ${title}`}
            className="inline-flex h-8 min-w-32 flex-none items-center justify-between gap-2 rounded-control px-2.5 text-[13px] text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:h-10"
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
      {textItems
        .filter(({ id }) => pressedKinds.includes(id))
        .map(({ id, title: label, icon }) => (
          <ToolButton key={id} {...{ label, icon }} isPressed={kind === id} onPress={() => page.run(turnInto(id))} />
        ))}
      <Line />
      <ToolButton label="Insert block" icon={Plus} onPress={() => page.openInsertMenu()} />
      {isInTable(state) && <TableMenu page={page} />}
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

function Line() {
  return <span className="mx-1 h-5 w-px flex-none bg-line" aria-hidden />;
}

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
}
