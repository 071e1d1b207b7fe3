import { MessageSquarePlus, Sparkles } from "lucide-react";
import { TextSelection } from "prosemirror-state";
import { buttonClass } from "../../ui/button.tsx";
import { pageSchema } from "../document/page-schema.ts";
import { LinkBubble } from "./link-editor.tsx";
import { MarkButtons } from "./toolbar.tsx";
import { useAnchor } from "./use-anchor.ts";
import type { VisualPage } from "./visual-page.ts";

/** The actions for selected text. Without a selection, shows the link at the cursor. */
export function SelectionBubble({ page }: { page: VisualPage }) {
  const { selection } = page.view.state;
  const isText = selection instanceof TextSelection && !selection.empty;
  const style = useAnchor(page, isText ? selection.from : undefined, { height: 44, width: 360, prefers: "above" });
  if (!isText) return <LinkBubble page={page} />;
  const isCode = selection.$from.parent.type === pageSchema.nodes.codeBlock;
  const keepSelection = (event: { preventDefault(): void }) => event.preventDefault();
  return (
    <div
      role="toolbar"
      aria-label="Selected text"
      style={style}
      className="absolute z-20 flex items-center gap-0.5 rounded-card border border-line bg-raised p-1 shadow-float"
    >
      {page.canWrite && !isCode && (
        <>
          <MarkButtons page={page} />
          <span className="mx-1 h-5 w-px bg-line" aria-hidden />
        </>
      )}
      <button
        type="button"
        onMouseDown={keepSelection}
        onClick={() => page.comment()}
        className={buttonClass("ghost", "small")}
      >
        <MessageSquarePlus size={16} aria-hidden />
        Comment
      </button>
      {page.canWrite && (
        <button
          type="button"
          onMouseDown={keepSelection}
          onClick={() => page.ask()}
          className={buttonClass("ghost", "small")}
        >
          <Sparkles size={16} aria-hidden />
          Ask agent
        </button>
      )}
    </div>
  );
}
