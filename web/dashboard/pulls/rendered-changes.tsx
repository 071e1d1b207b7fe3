import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { count } from "../../../src/contract/count.ts";
import { pullRequestPageOperations } from "../../../src/contract/pull-request-page-operations.ts";
import type { PullRequest } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { useTheme } from "../shell/theme.ts";
import { Button } from "../ui/button.tsx";
import { SelectField } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { type RenderedPages, renderedPagesQuery } from "./pull-queries.ts";

type Page = RenderedPages["pages"][number];

/** The published page and the branch preview's page side by side, with changed blocks marked. */
export function RenderedChanges({ pull }: { pull: PullRequest }) {
  const { project } = useProject();
  const query = useQuery(renderedPagesQuery(project.id, String(pull.number)));
  const [chosen, setChosen] = useState<string>();
  if (query.error !== null) {
    return <Problem error={query.error} onRetry={query.refetch} />;
  }
  if (query.data === undefined) {
    return <p className="text-ink-faint">Loading…</p>;
  }
  const { pages, state, message, isCut } = query.data;
  const page = pages.find(({ path }) => path === chosen) ?? pages[0];
  if (state !== "ready") {
    return <Unavailable rendered={query.data} />;
  }
  return (
    <div className="grid gap-4">
      {message !== "" && <p className="max-w-[72ch] text-ink-soft">{message}</p>}
      {page === undefined ? (
        <p className="text-ink-soft">No visible changes. Only files that don't appear on pages changed.</p>
      ) : (
        <>
          <SelectField
            label={`${count(pages.length, "page")} changed`}
            value={page.path}
            onChange={(event) => setChosen(event.target.value)}
            {...(isCut && { hint: "There are more pages than can be listed here." })}
            options={pages.map(({ path, status }) => [path, status === "modified" ? path : `${path} (${status})`])}
          />
          <ComparedPage key={`${page.path} ${pull.headSha}`} pull={pull} page={page} />
        </>
      )}
    </div>
  );
}

/** Explains why there is nothing to compare. */
function Unavailable({ rendered: { message, updateId } }: { rendered: RenderedPages }) {
  const { params } = useProject();
  return (
    <p className="text-ink-soft [overflow-wrap:anywhere]">
      {message}{" "}
      {updateId !== null && (
        <Link
          to="/$organization/$domain/updates/$updateId"
          params={{ ...params, updateId }}
          className="text-accent underline"
        >
          Show the update
        </Link>
      )}
    </p>
  );
}

const sides = [
  { side: "old", title: "Published", missing: "This page is new." },
  { side: "new", title: "With these changes", missing: "This page was removed." },
] as const;

/** Scrolls both frames to a change by their addresses, because their documents run no scripts and have no origin. */
function ComparedPage({ pull, page }: { pull: PullRequest; page: Page }) {
  const { project } = useProject();
  const { data } = useQuery(renderedPagesQuery(project.id, String(pull.number), page.path));
  const [change, setChange] = useState(0);
  const total = data?.pages[0]?.changes ?? 0;
  const go = (step: number) => setChange(((change - 1 + step + total) % total) + 1);
  return (
    <div className="grid gap-3">
      {page.status === "modified" && data !== undefined && (
        <div className="flex flex-wrap items-center gap-2">
          <span aria-live="polite" className="text-ink-soft">
            {change === 0 ? count(total, "change") : `Change ${change} of ${total}`}
          </span>
          <Button size="small" disabled={total === 0} onClick={() => go(-1)}>
            Previous change
          </Button>
          <Button size="small" disabled={total === 0} onClick={() => go(1)}>
            Next change
          </Button>
        </div>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {sides.map(({ side, title, missing }) => (
          <section key={side} className="min-w-0">
            <h3 className="mb-1.5 text-[13px] leading-5 font-medium text-ink-faint">{title}</h3>
            {page.status === (side === "old" ? "added" : "removed") ? (
              <p className="rounded-card border border-dashed border-line p-5 text-ink-soft">{missing}</p>
            ) : (
              <Frame pull={pull} path={page.path} side={side} title={`${title}: ${page.path}`} change={change} />
            )}
          </section>
        ))}
      </div>
    </div>
  );
}

interface FrameProps {
  pull: PullRequest;
  path: string;
  side: "old" | "new";
  title: string;
  /** The change to jump to; 0 for the top. */
  change: number;
}

/** Changing only the fragment scrolls the document without loading it again. */
function Frame({ pull, path, side, title, change }: FrameProps) {
  const { project } = useProject();
  const [theme] = useTheme();
  const address = pullRequestPageOperations.readRenderedPage.path
    .replace("{projectId}", encodeURIComponent(project.id))
    .replace("{number}", String(pull.number));
  // The server ignores the commit. It only makes the address of a new version different.
  const search = new URLSearchParams({ path, side, head: pull.headSha, ...(theme !== "system" && { theme }) });
  return (
    <iframe
      title={title}
      sandbox=""
      src={`${address}?${search}${change === 0 ? "" : `#change-${change}`}`}
      className="h-[70vh] w-full rounded-card border border-line bg-surface"
    />
  );
}
