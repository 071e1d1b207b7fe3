import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Answer } from "../api/client.ts";
import { projectsQuery } from "../api/queries.ts";
import { useOrganization } from "../shell/current-project.ts";

type Entry = Answer<"listAuditEntries">["entries"][number];

interface AuditTargetProps {
  entry: Entry;
  /** Whether the page is about one project, so that naming the project would be redundant. */
  isInProject: boolean;
}

/** The target of an entry, linked if it still exists, with its project and details. */
export function AuditTarget({ entry, isInProject }: AuditTargetProps) {
  const { organization, params } = useOrganization();
  const { data } = useSuspenseQuery(projectsQuery(organization.id));
  const domain = data.projects.find(({ id }) => id === entry.projectId)?.domain;
  const { target, projectName } = entry;
  const details = describeDetails(entry);
  return (
    <>
      {target !== null && target.name !== "" && (
        <span className="min-w-0 max-w-full truncate font-medium" title={target.name}>
          <TargetLink target={target} params={domain === undefined ? undefined : { ...params, domain }}>
            {target.name}
          </TargetLink>
        </span>
      )}
      {!isInProject && projectName !== null && target?.kind !== "project" && (
        <span className="min-w-0 truncate text-ink-soft">in {projectName}</span>
      )}
      {details !== "" && (
        <span className="min-w-0 truncate text-[13px] text-ink-faint" title={details}>
          {details}
        </span>
      )}
    </>
  );
}

interface TargetLinkProps {
  target: NonNullable<Entry["target"]>;
  /** Undefined if the project was removed, or if the entry isn't about a project. */
  params: { organization: string; domain: string } | undefined;
  children: ReactNode;
}

function TargetLink({ target: { kind, id }, params, children }: TargetLinkProps) {
  const { params: own } = useOrganization();
  const className = "text-accent hover:underline";
  if (kind === "member" || kind === "invitation") {
    return (
      <Link to="/$organization/-/settings" params={own} search={{ tab: "members" }} className={className}>
        {children}
      </Link>
    );
  }
  if (params === undefined) return children;
  switch (kind) {
    case "project":
      return (
        <Link to="/$organization/$domain" params={params} className={className}>
          {children}
        </Link>
      );
    case "update":
      return (
        <Link to="/$organization/$domain/updates/$updateId" params={{ ...params, updateId: id }} className={className}>
          {children}
        </Link>
      );
    case "job":
      return (
        <Link to="/$organization/$domain/jobs/$jobId" params={{ ...params, jobId: id }} className={className}>
          {children}
        </Link>
      );
    case "pullRequest":
      return (
        <Link to="/$organization/$domain/pulls/$number" params={{ ...params, number: id }} className={className}>
          {children}
        </Link>
      );
    case "key":
      return (
        <Link to="/$organization/$domain/keys" params={params} className={className}>
          {children}
        </Link>
      );
    default:
      return children;
  }
}

/** Details that the target doesn't already show, without IDs. */
function describeDetails({ details, target }: Entry): string {
  const isId = (value: string) => /^[a-z]{3}_[0-9a-z]{20,}$/.test(value);
  return Object.entries(details)
    .filter(([name, value]) => !isId(value) && value !== target?.name && !(name === "number" && target !== null))
    .map(([name, value]) => describeDetail(name, value))
    .join(", ");
}

function describeDetail(name: string, value: string): string {
  switch (name) {
    case "number":
      return `#${value}`;
    case "attempts":
      return value === "1" ? "1 attempt" : `${value} attempts within an hour`;
    case "from":
      return `from ${value}`;
    case "to":
      return `to ${value}`;
    case "name":
      return `“${value}”`;
    case "changed":
      return value.replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
    default:
      return value;
  }
}
