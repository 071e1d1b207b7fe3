import { useEffect, useRef } from "react";
import { filterItems, insertMenuId, insertOptionId } from "./block-items.ts";
import { findInsertMenu } from "./insert-menu-state.ts";
import { useAnchor } from "./use-anchor.ts";
import type { VisualPage } from "./visual-page.ts";

/** The list of all blocks that can be inserted. The focus stays in the text. */
export function InsertMenu({ page }: { page: VisualPage }) {
  const menu = findInsertMenu(page.view.state);
  const list = useRef<HTMLDivElement>(null);
  const style = useAnchor(page, menu?.from, { height: 340, width: 320 });
  const index = menu?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen entry changes with these.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (list.current === null || chosen == null) return;
    // `scrollIntoView` would scroll the page too.
    const { scrollTop, clientHeight } = list.current;
    const bottom = chosen.offsetTop + chosen.offsetHeight;
    if (chosen.offsetTop < scrollTop) list.current.scrollTop = index === 0 ? 0 : chosen.offsetTop;
    else if (bottom > scrollTop + clientHeight) list.current.scrollTop = bottom - clientHeight;
  }, [index, menu?.query]);
  if (menu === undefined) return null;
  const items = filterItems(page.items(), menu.query);
  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <div
      ref={list}
      id={insertMenuId}
      role="listbox"
      // The entries are reached from the text, but a scroll area must be focusable all the same.
      tabIndex={0}
      aria-label="Insert"
      style={style}
      className="absolute z-30 max-h-[340px] w-[320px] max-w-[calc(100%-16px)] overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
    >
      {items.length === 0 && (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text.
        <div role="option" aria-selected={false} aria-disabled className="px-3 py-2 text-ink-faint">
          Nothing matches “{menu.query}”.
        </div>
      )}
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs text-ink-faint">
            {group}
          </p>
          {items.map((item, place) => {
            if (item.group !== group) return null;
            const isChosen = place === index;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the focus and handles the keys.
              // biome-ignore lint/a11y/useFocusableInteractive: the text points here with aria-activedescendant.
              <div
                key={item.id}
                id={insertOptionId(item)}
                role="option"
                aria-selected={isChosen}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => page.insertItem(item, menu)}
                className={`flex cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 pointer-coarse:py-2.5 ${isChosen ? "bg-hover" : "hover:bg-hover"}`}
              >
                <item.icon size={20} className="text-ink-soft" aria-hidden />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{item.title}</span>
                  {item.description !== "" && (
                    <span className="block truncate text-[12.5px] leading-[18px] text-ink-faint">
                      {item.description}
                    </span>
                  )}
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
