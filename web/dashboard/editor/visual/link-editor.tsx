import { ExternalLink, Pencil, Unlink } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { findLink, removeLink, setLink } from "./inline-commands.ts";
import { ToolButton } from "./toolbar.tsx";
import { PageList } from "./typed-field.tsx";
import { useAnchor } from "./use-anchor.ts";
import type { VisualPage } from "./visual-page.ts";

/** The field for the address of a link, which suggests pages of the project. */
export function LinkEditor({ page }: { page: VisualPage }) {
  const { state } = page.view;
  const link = findLink(state);
  const [href, setHref] = useState(String(link?.mark.attrs.href ?? ""));
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const style = useAnchor(page, link?.from ?? state.selection.from, { height: 56, width: 380 });
  const isPlaced = style.visibility !== "hidden";
  useEffect(() => {
    if (isPlaced) field.current?.select();
  }, [isPlaced]);
  const close = () => {
    page.closePanel();
    page.view.focus();
  };
  return (
    <Form
      aria-label="Link"
      style={style}
      className="absolute z-30 flex w-[380px] max-w-[calc(100%-16px)] items-center gap-2 rounded-card border border-line bg-raised p-2 shadow-float"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
      onSubmit={() => {
        const address = href.trim();
        page.closePanel();
        page.run(address === "" ? removeLink : setLink({ href: address }));
      }}
    >
      <input
        ref={field}
        aria-label="Address"
        placeholder="Page or address"
        list={listId}
        autoComplete="off"
        value={href}
        onChange={(event) => setHref(event.target.value)}
        className="h-8 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-2.5 text-ink placeholder:text-ink-faint pointer-coarse:h-10 pointer-coarse:text-base"
      />
      <PageList id={listId} pages={page.pages} />
      <Button type="submit" size="small" look="primary">
        {link === undefined ? "Add" : "Save"}
      </Button>
    </Form>
  );
}

/** Shows the address of the link at the cursor. */
export function LinkBubble({ page }: { page: VisualPage }) {
  const link = findLink(page.view.state);
  const style = useAnchor(page, link?.from, { height: 48, width: 320 });
  if (link === undefined) return null;
  const href = String(link.mark.attrs.href);
  const isOutside = /^https?:\/\//.test(href);
  return (
    <div
      style={style}
      className="absolute z-20 flex max-w-[min(420px,calc(100%-16px))] items-center gap-1 rounded-card border border-line bg-raised py-1 pr-1 pl-3 shadow-float"
    >
      <span className="min-w-0 truncate text-[13px] text-ink-soft">{href}</span>
      {isOutside && (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label="Open link in a new tab"
          className="inline-flex size-8 flex-none items-center justify-center rounded-control text-ink-faint hover:bg-hover hover:text-ink pointer-coarse:size-10"
        >
          <ExternalLink size={16} aria-hidden />
        </a>
      )}
      {page.canWrite && (
        <>
          <ToolButton label="Edit link" icon={Pencil} onPress={() => page.editLink()} />
          <ToolButton label="Remove link" icon={Unlink} onPress={() => page.run(removeLink)} />
        </>
      )}
    </div>
  );
}
