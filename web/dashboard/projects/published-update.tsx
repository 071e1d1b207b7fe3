import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { count } from "../../../src/contract/count.ts";
import { describeProblemCounts, problemsIn } from "../../../src/contract/describe-problems.ts";
import { type Answer, updateQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";

type Update = Answer<"getUpdateStatus">;

const pagesShown = 8;
const tones: Record<ChangedPage["change"], BadgeTone> = { added: "ok", changed: "plain", removed: "danger" };

/** The update that readers see now, with its problems and changed pages. */
export function PublishedUpdate({ statusId }: { statusId: string }) {
  const { project, params } = useProject();
  const { data: update, error } = useQuery(updateQuery(statusId));
  const link = { to: "/$organization/$domain/updates/$updateId", params: { ...params, updateId: statusId } } as const;
  const problems = update?.problems === undefined ? 0 : problemsIn(update.problems);
  return (
    <Section
      title="Published update"
      action={
        <Link {...link} className="text-accent hover:underline">
          Show update
        </Link>
      }
    >
      <Problem error={error} className="mb-4" />
      <Card className="min-h-24 divide-y divide-line">
        {update !== undefined && (
          <>
            {problems > 0 && (
              <p className="flex items-center gap-2.5 rounded-t-card bg-warn-soft px-5 py-3 text-warn">
                <TriangleAlert size={16} />
                <Link {...link} className="font-medium hover:underline">
                  {update.problems && describeProblemCounts(update.problems)}
                </Link>
              </p>
            )}
            <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 px-5 py-3.5">
              <span className="min-w-0 truncate">{update.commit?.message?.split("\n", 1)[0] ?? update.summary}</span>
              <span className="text-ink-faint">
                {update.author?.name !== undefined && `${update.author.name}, `}
                <Time at={update.endedAt ?? update.createdAt} />
              </span>
            </p>
            <Changes update={update} siteUrl={project.siteUrl} directory={project.directory} />
          </>
        )}
      </Card>
    </Section>
  );
}

function Changes({ update, siteUrl, directory }: { update: Update; siteUrl: string; directory: string }) {
  const files = update.commit?.filesChanged;
  const pages = files === undefined ? [] : changedPages(files, directory);
  if (pages.length === 0) {
    return <p className="px-5 py-3.5 text-ink-faint">No pages changed.</p>;
  }
  return (
    <ul className="grid gap-1.5 px-5 py-3.5" aria-label="Changed pages">
      {pages.slice(0, pagesShown).map(({ name, change, path }) => (
        <li key={`${change} ${name}`} className="flex min-w-0 items-center gap-3">
          <span className="w-20 flex-none">
            <Badge tone={tones[change]}>{change}</Badge>
          </span>
          {path === undefined ? (
            <span className="truncate text-ink-soft">{name}</span>
          ) : (
            <a
              href={new URL(path, siteUrl).href}
              target="_blank"
              rel="noreferrer"
              className="truncate hover:text-accent hover:underline"
            >
              {name}
            </a>
          )}
        </li>
      ))}
      {pages.length > pagesShown && (
        <li className="text-ink-faint">and {count(pages.length - pagesShown, "more page")}</li>
      )}
    </ul>
  );
}

interface ChangedPage {
  /** The path below the content directory, without the file extension. */
  name: string;
  change: "added" | "changed" | "removed";
  /** The page's path on the site; undefined if the page was removed. */
  path: string | undefined;
}

type FilesChanged = NonNullable<NonNullable<Update["commit"]>["filesChanged"]>;

/** The pages among a commit's changed files. Paths start at the root of the repository. */
export function changedPages(files: FilesChanged, directory: string): ChangedPage[] {
  const pagesOf = (paths: readonly string[], change: ChangedPage["change"]) =>
    paths.flatMap((file) => {
      const name = pageName(file, directory);
      return name === undefined ? [] : [{ name, change, path: change === "removed" ? undefined : pagePath(name) }];
    });
  return [
    ...pagesOf(files.added, "added"),
    ...pagesOf(files.modified, "changed"),
    ...pagesOf(files.removed, "removed"),
  ];
}

/** Undefined for files that aren't pages, such as snippets and images. */
function pageName(file: string, directory: string): string | undefined {
  const start = directory === "" ? "" : `${directory}/`;
  const match = /^(.+)\.mdx?$/.exec(file.startsWith(start) ? file.slice(start.length) : "");
  const name = match?.[1];
  return name === undefined || /(?:^|\/)(?:snippets\/|_|README$)/.test(name) ? undefined : name;
}

function pagePath(name: string): string {
  const path = name.replace(/(?:^|\/)index$/, "");
  return `/${path.split("/").map(encodeURIComponent).join("/")}`;
}
