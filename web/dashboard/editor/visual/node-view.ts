import type { NodeView, ViewMutationRecord } from "prosemirror-view";

/** The looks of a block's header, its name and its buttons. */
export const headerClass = "flex min-h-9 items-center gap-2 py-[3px] pr-1.5 pl-3 text-[12.5px] leading-5 select-none";
export const nameClass = "component-name flex-none p-0 font-mono text-[12px] leading-5 font-medium text-ink-soft";
export const controlClass =
  "ml-auto h-7 flex-none rounded-control px-2 text-[12.5px] text-ink-faint hover:bg-hover hover:text-ink pointer-coarse:h-10";

/** The part of a node view that shows whether its block is selected. */
export function selectable({ classList }: HTMLElement): Pick<NodeView, "selectNode" | "deselectNode"> {
  return { selectNode: () => classList.add("is-selected"), deselectNode: () => classList.remove("is-selected") };
}

/** The part of a node view with controls next to its text: ProseMirror only handles changes of the text. */
export function ignoreOutside(contentDOM: HTMLElement): (record: ViewMutationRecord) => boolean {
  return ({ type, target }) => type !== "selection" && !contentDOM.contains(target);
}
