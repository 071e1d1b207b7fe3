import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import { jobsQuery, questionsQuery } from "../api/client.ts";
import { pullRequestsQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Time } from "../ui/time.tsx";

const itemsShown = 4;

/** Work that is waiting: pull requests to review, running jobs, and questions that the pages don't answer. */
export function OpenWork() {
  const { project, params } = useProject();
  const pulls = useInfiniteQuery({ ...pullRequestsQuery(project.id, "open"), enabled: project.isHosted });
  const jobs = useInfiniteQuery(jobsQuery(project.id));
  const questions = useInfiniteQuery(questionsQuery(project.id, { outcome: "not_in_docs" }));
  return (
    <div className="mb-10 grid gap-x-8 gap-y-6 lg:grid-cols-3">
      {project.isHosted && (
        <WorkList
          title="Open pull requests"
          empty="No open pull requests."
          all={{ to: "/$organization/$domain/pulls", params }}
          items={pulls.data?.pages[0]?.pullRequests.map(({ number, title, updatedAt }) => ({
            id: String(number),
            at: updatedAt,
            text: `#${number} ${title}`,
            link: { to: "/$organization/$domain/pulls/$number", params: { ...params, number: String(number) } },
          }))}
        />
      )}
      <WorkList
        title="Running jobs"
        empty="No jobs are running."
        all={{ to: "/$organization/$domain/jobs", params }}
        items={jobs.data?.pages[0]?.jobs
          .filter(({ status }) => status === "active")
          .map(({ id, prompt, createdAt }) => ({
            id,
            at: createdAt,
            text: prompt,
            link: { to: "/$organization/$domain/jobs/$jobId", params: { ...params, jobId: id } },
          }))}
      />
      <WorkList
        title="Unanswered questions"
        empty="No unanswered questions."
        all={{ to: "/$organization/$domain/analytics", params, search: { tab: "questions" } }}
        items={questions.data?.pages[0]?.questions.map(({ id, question, createdAt }) => ({
          id,
          at: createdAt,
          text: question,
        }))}
      />
    </div>
  );
}

interface WorkListProps {
  title: string;
  empty: string;
  /** The link to the full list. */
  all: LinkProps;
  items: readonly { id: string; at: string; text: string; link?: LinkProps }[] | undefined;
}

function WorkList({ title, empty, all, items }: WorkListProps) {
  return (
    <section>
      <div className="mb-3 flex items-end justify-between gap-4">
        <h2>{title}</h2>
        <Link {...all} className="text-accent hover:underline" aria-label={`${title}: show all`}>
          Show all
        </Link>
      </div>
      <ul className="min-h-12 divide-y divide-line rounded-card border border-line bg-surface">
        {items?.length === 0 && <li className="px-4 py-3 text-ink-faint">{empty}</li>}
        {items?.slice(0, itemsShown).map(({ id, at, text, link }) => (
          <li key={id} className="flex min-w-0 items-baseline justify-between gap-3 px-4 py-2.5">
            <span className="min-w-0 truncate">
              {link === undefined ? (
                text
              ) : (
                <Link {...link} className="hover:text-accent hover:underline">
                  {text}
                </Link>
              )}
            </span>
            <span className="flex-none text-[13px] text-ink-faint">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
