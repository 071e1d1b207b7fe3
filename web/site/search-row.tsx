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
    class: row.kind === "section" ? "row row-section" : "row",
    role: "option" as const,
    "aria-selected": isActive,
    tabIndex: -1,
    onClick: onChoose,
    // Only pointer movement selects a row. Rows that appear under a resting pointer aren't selected.
    onPointerMove: isActive ? undefined : onPoint,
  };
  if (row.kind === "page" || row.kind === "section" || row.kind === "link") {
    return (
      <a {...common} href={row.href}>
        {row.kind === "page" && <PageRow page={row.page} />}
        {row.kind === "section" && <SectionRow {...row} />}
        {row.kind === "link" && <LinkRow title={row.title} />}
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

function PageRow({ page }: { page: FoundPage }): JSX.Element {
  const { title, anchor, breadcrumb = [] } = page.metadata;
  return (
    <Fragment>
      <Icon name="page" />
      <span class="row-words">
        <span class="row-head">
          <span class="row-title">{title}</span>
          {breadcrumb.length > 0 && <span class="row-trail">{breadcrumb.join(" › ")}</span>}
        </span>
        {anchor === undefined && <Snippet page={page} />}
      </span>
    </Fragment>
  );
}

function SectionRow({ page, heading, isBest }: { page: FoundPage; heading: string; isBest: boolean }): JSX.Element {
  return (
    <span class="row-words">
      <span class="row-heading">{heading}</span>
      {isBest && <Snippet page={page} />}
    </span>
  );
}

function Snippet({ page: { content, metadata } }: { page: FoundPage }): JSX.Element {
  return (
    <span class="row-snippet">
      <Marked text={content} places={metadata.highlights ?? []} />
    </span>
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
