import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  type NotificationChoice,
  type NotificationKind,
  notificationChoices,
  notificationKinds,
} from "../../../src/contract/notification-kinds.ts";
import { type Answer, allOf, api, projectsQuery, read } from "../api/client.ts";
import { optimisticUpdate } from "../api/optimistic-update.ts";
import { ContentLoading } from "../shell/page-states.tsx";
import { Select, SelectField } from "../ui/field.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";

type Choices = Answer<"getNotificationChoices">;

const kinds: Readonly<Record<NotificationKind, { label: string; hint: string }>> = {
  updateFailed: { label: "Failed updates", hint: "The site stays as it was." },
  updateSucceeded: { label: "Successful updates", hint: "The site and branch previews." },
  job: { label: "Agent jobs", hint: "When they end." },
  pullRequest: { label: "Pull requests", hint: "When they are opened, merged or closed." },
  question: { label: "Unanswered questions", hint: "Readers’ questions that the docs don’t answer." },
  feedback: { label: "Feedback", hint: "Readers’ ratings of pages and answers." },
  mention: { label: "Mentions", hint: "Someone mentions you in a comment on a draft." },
  weeklySummary: { label: "Weekly summary", hint: "Updates, problems, questions and feedback, every Monday." },
};
const choiceLabels: Readonly<Record<NotificationChoice, string>> = {
  off: "Off",
  dashboard: "Dashboard",
  mine: "Dashboard, and mail for my own updates",
  mail: "Dashboard and mail",
};

/** The person's notification settings for a project. */
export function NotificationChoices({ organizationId }: { organizationId: string }) {
  const navigate = useNavigate();
  const { project } = useSearch({ from: "/signed-in/$organization/-/notifications" });
  const { data } = useSuspenseQuery(projectsQuery(organizationId));
  const shown = data.projects.find(({ id }) => id === project) ?? data.projects[0];
  if (shown === undefined) return null;
  return (
    <Section title="Notification preferences" description="Your choices for each project. Nobody else sees them.">
      <div className="mb-4 max-w-sm">
        <SelectField
          label="Project"
          value={shown.id}
          onChange={(event) =>
            void navigate({
              to: "/$organization/-/notifications",
              params: { organization: organizationId },
              search: { project: event.target.value },
              replace: true,
              resetScroll: false,
            })
          }
          options={data.projects.map(({ id, name }) => [id, name])}
        />
      </div>
      <ProjectChoices key={shown.id} projectId={shown.id} />
    </Section>
  );
}

function ProjectChoices({ projectId }: { projectId: string }) {
  const query = read("getNotificationChoices", { projectId });
  const { data, error, refetch } = useQuery(query);
  type Changed = Partial<Choices["choices"]>;
  const change = useAction((choices: Changed) => api.changeNotificationChoices({ projectId, choices }), {
    // The new settings also apply to existing notifications.
    rereads: [allOf("listNotifications")],
    shownAtOnce: optimisticUpdate<Choices, Changed>(query, (before, choices) => ({
      ...before,
      choices: { ...before.choices, ...choices },
    })),
  });
  if (error !== null) return <Problem error={error} onRetry={refetch} />;
  if (data === undefined) return <ContentLoading />;
  return (
    <>
      <Problem error={change.error} />
      {!data.sendsMail && (
        <p className="mb-3 text-ink-soft">This server doesn’t send mail yet. Your choices take effect once it does.</p>
      )}
      <Card className="divide-y divide-line">
        {notificationKinds.map((kind) => (
          <label
            key={kind}
            className="grid items-center gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_280px]"
            htmlFor={`choice-${kind}`}
          >
            <span>
              <span className="block font-medium">{kinds[kind].label}</span>
              <span className="block text-[13px] leading-5 text-ink-faint">{kinds[kind].hint}</span>
            </span>
            <Select
              id={`choice-${kind}`}
              className="h-9"
              value={data.choices[kind]}
              onChange={(event) => change.mutate({ [kind]: event.target.value })}
              options={notificationChoices[kind].map((choice) => [
                choice,
                kind === "weeklySummary" && choice === "mail" ? "Mail" : choiceLabels[choice],
              ])}
            />
          </label>
        ))}
      </Card>
    </>
  );
}
