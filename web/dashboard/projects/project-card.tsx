import { Link } from "@tanstack/react-router";
import type { Answer } from "../api/client.ts";
import { useOrganization } from "../shell/current-project.ts";
import { UpdateState } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { SiteThumbnail } from "../updates/site-screenshot.tsx";

export type ListedProject = Answer<"listProjects">["projects"][number];

/** A project in the list. The whole card is a link. */
export function ProjectCard({ project }: { project: ListedProject }) {
  const { params } = useOrganization();
  const { name, domain, siteUrl, latestUpdate, published } = project;
  return (
    <li
      data-item
      className="relative overflow-hidden rounded-card border border-line bg-surface transition-colors duration-150 hover:border-line-strong has-[a:focus-visible]:border-accent"
    >
      <div className="border-b border-line">
        <SiteThumbnail pictures={published} name={name} />
      </div>
      <div className="grid gap-1 p-4">
        <h2 className="truncate">
          <Link
            to="/$organization/$domain"
            params={{ ...params, domain }}
            className="after:absolute after:inset-0 hover:text-accent"
          >
            {name}
          </Link>
        </h2>
        <a
          href={siteUrl}
          target="_blank"
          rel="noreferrer"
          className="relative z-10 w-fit max-w-full truncate text-[13px] text-ink-soft hover:text-accent hover:underline"
        >
          {siteUrl.replace(/^https?:\/\//, "")}
        </a>
        <div className="mt-2 flex min-w-0 items-center justify-between gap-3 text-[13px]">
          {latestUpdate === null ? (
            <span className="text-ink-faint">No updates yet</span>
          ) : (
            <>
              <UpdateState update={latestUpdate} />
              <span className="min-w-0 truncate text-ink-faint">
                <Time at={latestUpdate.createdAt} />
                {latestUpdate.author?.name !== undefined && ` by ${latestUpdate.author.name}`}
              </span>
            </>
          )}
        </div>
      </div>
    </li>
  );
}

/** A placeholder with the size of a card. */
export function CardLoading() {
  return (
    <li className="overflow-hidden rounded-card border border-line bg-surface" aria-hidden>
      <div className="aspect-[1280/800] border-b border-line bg-sunken motion-safe:animate-pulse-slow" />
      <div className="h-29" />
    </li>
  );
}
