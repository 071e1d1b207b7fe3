import { MessageSquarePlus, Sparkles } from "lucide-react";
import { TextSelection } from "prosemirror-state";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { pageSchema } from "../document/page-schema.ts";
import { LinkBubble } from "./link-editor.tsx";
import { MarkButtons } from "./toolbar.tsx";
import { useAnchor } from "./use-anchor.ts";
import type { VisualPage } from "./visual-page.ts";

/** The actions for selected text. Without a selection, shows the link at the cursor. */
export function SelectionBubble({ page }: { page: VisualPage }) {
  const { selection } = page.view.state;
  const isText = selection instanceof TextSelection && !selection.empty;
  const style = useAnchor(page, isText ? selection.from : undefined, { height: 44, width: 432, prefers: "above" });
  const bubble = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    // The text keeps its selection while someone writes in a field, which the bubble would cover.
    const follow = ({ target }: FocusEvent) =>
      setAway(target instanceof Node && !page.view.dom.contains(target) && bubble.current?.contains(target) !== true);
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, [page]);
  if (isAway) return null;
  if (!isText) return <LinkBubble page={page} />;
  const isCode = selection.$from.parent.type === pageSchema.nodes.codeBlock;
  // Without the default action, the text stays selected.
  const action = (onClick: () => void) => ({ onMouseDown: (event: MouseEvent) => event.preventDefault(), onClick });
  return (
    <div
      ref={bubble}
      role="toolbar"
      aria-label="Selected text"
      style={style}
      className="absolute z-20 flex max-w-[calc(100%-16px)] flex-wrap items-center gap-0.5 rounded-card border border-line bg-raised p-1 shadow-float"
    >
      {page.canWrite && !isCode && (
        <>
          <MarkButtons page={page} />
          <span className="mx-1 h-5 w-px bg-line" aria-hidden />
        </>
      )}
      <Button
        look="ghost"
        size="small"
        icon={<MessageSquarePlus size={16} aria-hidden />}
        {...action(() => page.comment())}
      >
        Comment
      </Button>
      {page.canWrite && (
        <Button look="ghost" size="small" icon={<Sparkles size={16} aria-hidden />} {...action(() => page.ask())}>
          Ask agent
        </Button>
      )}
    </div>
  );
}
