import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import { ArrowRight, Circle, CircleCheck } from "lucide-react";
import type { UpdateSummary } from "../../../src/contract/schemas.ts";
import { membersQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Card, Section } from "../ui/page.tsx";

interface Step {
  title: string;
  about: string;
  isDone: boolean;
  link: LinkProps;
}

/** The first steps of a project, shown until readers have searched or asked something. */
export function GetStarted({ updates }: { updates: readonly UpdateSummary[] }) {
  const { project, organization, params, may, mayManageOrganization } = useProject();
  const { data: members } = useQuery({ ...membersQuery(organization.id), enabled: mayManageOrganization });
  const steps: Step[] = [
    {
      title: "Publish the site",
      about: "The first update builds the pages and puts them online.",
      isDone: project.published !== null,
      link: { to: "/$organization/$domain/updates", params },
    },
    ...(may("editor")
      ? [
          {
            title: "Edit a page",
            about: "Open a page in the editor, change a sentence and publish it.",
            isDone: updates.some(({ trigger }) => trigger === "editor"),
            link: { to: "/$organization/$domain/editor", params } as const,
          },
        ]
      : []),
    ...(mayManageOrganization
      ? [
          {
            title: "Invite your team",
            about: "Writers need only a browser. Give each person a role.",
            isDone: members !== undefined && members.members.length > 1,
            link: { to: "/$organization/-/settings", params } as const,
          },
        ]
      : []),
    {
      title: "Ask your docs a question",
      about: "See how the assistant answers your readers, and from which pages.",
      isDone: false,
      link: { to: "/$organization/$domain/assistant", params, search: { tab: "playground" } },
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title="Get started"
      description={`${done} of ${steps.length} done. Once readers search or ask questions, their numbers appear here.`}
    >
      <Card>
        <ol aria-label="Get started" className="divide-y divide-line">
          {steps.map(({ title, about, isDone, link }) => (
            <li key={title} className="relative flex items-start gap-3 px-5 py-3.5 hover:bg-hover">
              {isDone ? (
                <CircleCheck size={18} className="mt-0.5 flex-none text-ok" aria-label="Done" />
              ) : (
                <Circle size={18} className="mt-0.5 flex-none text-ink-faint" aria-label="To do" />
              )}
              <span className="min-w-0 flex-1">
                <Link {...link} className="font-medium after:absolute after:inset-0">
                  {title}
                </Link>
                <span className="block text-ink-soft">{about}</span>
              </span>
              <ArrowRight size={16} className="mt-1 flex-none text-ink-faint" aria-hidden />
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}
