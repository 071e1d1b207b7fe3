import { useQuery } from "@tanstack/react-query";
import { CircleX, TriangleAlert } from "lucide-react";
import { count } from "../../../src/contract/count.ts";
import { describeProblemCounts, problemsIn } from "../../../src/contract/describe-problems.ts";
import { groupProblems, type ProblemGroup } from "../../../src/contract/group-problems.ts";
import type { UpdateProblems as Problems, UpdateStatus } from "../../../src/contract/schemas.ts";
import { read } from "../api/client.ts";
import { Badge } from "../ui/badge.tsx";
import { Card, Section } from "../ui/page.tsx";
import { FileLink, type FindFileTarget } from "./file-link.tsx";

const shownMax = 100;

interface UpdateProblemsProps {
  update: UpdateStatus;
  fileLink: FindFileTarget;
}

/** The problems that the build found: errors and new warnings first. */
export function UpdateProblems({ update: { _id, problems: counts }, fileLink }: UpdateProblemsProps) {
  const number = counts === undefined ? 0 : problemsIn(counts);
  const { data } = useQuery({ ...read("listUpdateProblems", { statusId: _id }), enabled: number > 0 });
  if (counts === undefined || number === 0) {
    return null;
  }
  const found = groupProblems(data?.problems.filter(({ severity }) => severity !== "note") ?? []);
  return (
    <Section title="Problems" description={describeProblemCounts(counts)}>
      <Card>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable. */}
        <ul tabIndex={0} aria-label="Problems" className="relative max-h-96 divide-y divide-line overflow-auto">
          {found.slice(0, shownMax).map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two problems can be the same, and the list never changes.
            <ProblemRow key={index} group={group} fileLink={fileLink} />
          ))}
        </ul>
        {found.length > shownMax && (
          <p className="border-t border-line px-5 py-2.5 text-[13px] text-ink-faint">
            {count(found.length - shownMax, "more problem")} in the log.
          </p>
        )}
      </Card>
    </Section>
  );
}

interface ProblemRowProps {
  group: ProblemGroup<Problems["problems"][number]>;
  fileLink: FindFileTarget;
}

function ProblemRow({ group: { first, others }, fileLink }: ProblemRowProps) {
  const { severity, message, file, line, hint, isNew } = first;
  const isError = severity === "error";
  const link = file === undefined ? undefined : fileLink(file, line);
  const place = line === undefined ? file : `${file}:${line}`;
  const Icon = isError ? CircleX : TriangleAlert;
  return (
    <li className="flex items-start gap-3 px-5 py-3">
      <Icon size={18} className={`mt-px flex-none ${isError ? "text-danger" : "text-warn"}`} />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          <span className="sr-only">{isError ? "Error: " : "Warning: "}</span>
          {message}
        </p>
        <p className="mt-0.5 text-[13px] text-ink-soft [overflow-wrap:anywhere]">
          {place !== undefined && <code>{link === undefined ? place : <FileLink link={link}>{place}</FileLink>}</code>}
          {place !== undefined && hint !== undefined && " · "}
          {hint}
        </p>
        {others !== undefined && <p className="mt-0.5 text-[13px] text-ink-soft [overflow-wrap:anywhere]">{others}</p>}
      </div>
      {isNew === true && <Badge tone={isError ? "danger" : "warn"}>New</Badge>}
    </li>
  );
}
