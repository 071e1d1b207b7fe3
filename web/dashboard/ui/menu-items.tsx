import { Check, Ellipsis, type LucideIcon } from "lucide-react";
import { IconButton } from "./button.tsx";
import { Menu, MenuCaption, MenuItem, MenuLine } from "./menu.tsx";

interface MenuAction {
  label: string;
  icon?: LucideIcon | undefined;
  /** The keyboard shortcut of the item. */
  keys?: string;
  isDangerous?: boolean;
  isCurrent?: boolean;
  /** For items that choose something: whether it is the chosen one, which has a check mark. */
  isChosen?: boolean;
  run: () => void;
}

/** An item, a line between groups, a caption above a group, or false for something that doesn't apply. */
export type MenuEntry = MenuAction | "line" | { caption: string } | false;

/** The items of a menu, from a list. */
export function MenuItems({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: an open menu doesn't change.
    if (entry === false) return null;
    if (entry === "line") return <MenuLine key={index} />;
    if ("caption" in entry) return <MenuCaption key={index}>{entry.caption}</MenuCaption>;
    const { label, icon, run, keys, isDangerous = false, isChosen, isCurrent = isChosen ?? false } = entry;
    const Icon = isChosen === undefined ? icon : Check;
    const look = isChosen === false ? "invisible" : isCurrent ? "text-accent" : "";
    return (
      <MenuItem
        key={index}
        {...{ isDangerous, isCurrent }}
        {...(keys !== undefined && { keys })}
        icon={Icon && <Icon size={16} className={look} aria-hidden />}
        onSelect={run}
      >
        {label}
      </MenuItem>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: an open menu doesn't change.
  });
}

/** The menu of a row or a comment. */
export function ActionsMenu({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  const trigger = (
    <IconButton label={label}>
      <Ellipsis size={16} />
    </IconButton>
  );
  return (
    <Menu trigger={trigger}>
      <MenuItems entries={entries} />
    </Menu>
  );
}
