import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import { type Answer, projectsQuery } from "../api/client.ts";
import { useOrganization } from "../shell/current-project.ts";

type Entry = Answer<"listAuditEntries">["entries"][number];
type Target = NonNullable<Entry["target"]>;

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
  const link = target === null ? undefined : targetLink(target, params, domain);
  const details = describeDetails(entry);
  return (
    <>
      {target !== null && target.name !== "" && (
        <span className="min-w-0 max-w-full truncate font-medium" title={target.name}>
          {link === undefined ? (
            target.name
          ) : (
            <Link {...link} className="text-accent hover:underline">
              {target.name}
            </Link>
          )}
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

/** The page of a target. Only the organization's own pages exist without a project. */
function targetLink(
  { kind, id }: Target,
  own: { organization: string },
  domain: string | undefined,
): LinkProps | undefined {
  if (kind === "member" || kind === "invitation") {
    return { to: "/$organization/-/settings", params: own, search: { tab: "members" } };
  }
  if (domain === undefined) return undefined;
  const params = { ...own, domain };
  switch (kind) {
    case "project":
      return { to: "/$organization/$domain", params };
    case "update":
      return { to: "/$organization/$domain/updates/$updateId", params: { ...params, updateId: id } };
    case "job":
      return { to: "/$organization/$domain/jobs/$jobId", params: { ...params, jobId: id } };
    case "pullRequest":
      return { to: "/$organization/$domain/pulls/$number", params: { ...params, number: id } };
    case "key":
      return { to: "/$organization/$domain/keys", params };
    default:
      return undefined;
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
