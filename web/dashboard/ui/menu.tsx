import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
import { Keys } from "./keys.tsx";

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "end";
  /** Set by callers that open and close the menu themselves. By default, the trigger opens it. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** Not modal: a modal menu would inject a style sheet to lock scrolling, which the content security policy forbids. */
export function Menu({ trigger, children, align = "end", isOpen, onOpenChange }: MenuProps) {
  return (
    <DropdownMenu.Root
      modal={false}
      {...(isOpen !== undefined && { open: isOpen })}
      {...(onOpenChange !== undefined && { onOpenChange })}
    >
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-40 max-h-[min(60vh,420px)] min-w-48 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float motion-safe:animate-rise"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  icon?: ReactNode;
  isDangerous?: boolean;
  isCurrent?: boolean;
  /** Whether the text may take several lines. */
  isLong?: boolean;
  /** The keyboard shortcut of the item. */
  keys?: string;
  children: ReactNode;
}

export function MenuItem({ onSelect, icon, isDangerous, isCurrent, isLong, keys, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      aria-keyshortcuts={keys}
      onSelect={({ currentTarget }) => {
        // A dialog gives the focus back to the element that has it now, and the item is about to disappear.
        const trigger = (currentTarget as HTMLElement).closest("[role=menu]")?.getAttribute("aria-labelledby");
        document.getElementById(trigger ?? "")?.focus();
        onSelect();
      }}
      className={`flex ${isLong ? "max-w-[min(440px,90vw)] py-1.5" : "h-8"} items-center gap-2.5 rounded-control px-2.5 outline-none data-highlighted:bg-hover pointer-coarse:h-10 ${isDangerous ? "text-danger" : ""} ${isCurrent ? "font-medium" : ""}`}
    >
      {icon}
      <span className={`min-w-0 flex-1 ${isLong ? "[overflow-wrap:anywhere]" : "truncate"}`}>{children}</span>
      {keys !== undefined && <Keys keys={keys} />}
    </DropdownMenu.Item>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="mx-2 my-1 h-px bg-line" />;
}

export function MenuCaption({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 pt-1.5 pb-1 text-xs text-ink-faint">{children}</DropdownMenu.Label>;
}
