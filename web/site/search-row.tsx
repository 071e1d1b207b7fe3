import { Fragment, type JSX } from "preact";
import { Icon } from "./icons.tsx";
import type { FoundPage } from "./search-results.ts";
import type { Row } from "./search-rows.ts";
import { useWords } from "./words.ts";

interface SearchRowProps {
  row: Row;
  isActive: boolean;
  onChoose(): void;
  onPoint(): void;
}

export function SearchRow({ row, isActive, onChoose, onPoint }: SearchRowProps): JSX.Element {
  const common = {
    id: row.id,
    class: "row",
    role: "option" as const,
    "aria-selected": isActive,
    tabIndex: -1,
    onClick: onChoose,
    // Only pointer movement selects: rows that appear under a resting pointer don't count.
    onPointerMove: isActive ? undefined : onPoint,
  };
  if (row.kind === "page" || row.kind === "link") {
    return (
      <a {...common} href={row.href}>
        {row.kind === "page" ? <PageRow page={row.page} /> : <LinkRow title={row.title} />}
      </a>
    );
  }
  return (
    <div {...common}>
      <Icon name={row.kind === "ask" ? "sparkles" : "recent"} />
      <span class="row-words">{row.kind === "ask" ? <AskWords query={row.query} /> : row.query}</span>
      {isActive && <Icon name="enter" />}
    </div>
  );
}

function AskWords({ query }: { query: string }): JSX.Element {
  const [before = "", after = ""] = useWords().askAbout.split("{query}");
  return (
    <Fragment>
      {before}
      <strong>{query}</strong>
      {after}
    </Fragment>
  );
}

function LinkRow({ title }: { title: string }): JSX.Element {
  return (
    <Fragment>
      <Icon name="page" />
      <span class="row-words row-title">{title}</span>
    </Fragment>
  );
}

function PageRow({ page: { content, metadata } }: { page: FoundPage }): JSX.Element {
  const { title, heading, breadcrumb = [], highlights = [] } = metadata;
  return (
    <Fragment>
      <Icon name={heading === undefined ? "page" : "heading"} />
      <span class="row-words">
        <span class="row-title">
          {title}
          {heading !== undefined && heading !== title && <span class="row-heading">{heading}</span>}
        </span>
        {breadcrumb.length > 0 && <span class="row-trail">{breadcrumb.join(" › ")}</span>}
        <span class="row-snippet">
          <Marked text={content} places={highlights} />
        </span>
      </span>
    </Fragment>
  );
}

/** The text with matches highlighted. */
function Marked({ text, places }: { text: string; places: readonly [number, number][] }): JSX.Element {
  const pieces: (string | JSX.Element)[] = [];
  let at = 0;
  for (const [start, end] of places) {
    if (start < at || end <= start || end > text.length) continue;
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <Fragment>
      {pieces}
      {text.slice(at)}
    </Fragment>
  );
}
