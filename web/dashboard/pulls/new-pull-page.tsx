import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { count } from "../../../src/contract/count.ts";
import { type Answer, api } from "../api/client.ts";
import { DiffTitle } from "../diff/diff.tsx";
import { DiffBody } from "../diff/diff-body.tsx";
import { DiffSwitch } from "../diff/diff-switch.tsx";
import { parsePatch } from "../diff/parse-patch.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { BackLink } from "../shell/back-link.tsx";
import { useProject } from "../shell/current-project.ts";
import { CheckField, SelectField, TextArea, TextField } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Card, Page, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { StatusDot } from "../ui/status.tsx";
import { useAction } from "../ui/use-action.ts";
import { useInView } from "../ui/use-in-view.ts";
import { PullCommits } from "./pull-commits.tsx";
import { branchesQuery, comparisonQuery } from "./pull-queries.ts";

type Comparison = Answer<"compareBranches">;

/** Opens a pull request for a branch that was pushed. */
export function NewPullPage() {
  const { project } = useProject();
  const { head, base = project.branch } = useSearch({ strict: false });
  const navigate = useNavigate();
  const branches = useQuery(branchesQuery(project.id));
  const comparison = useQuery({ ...comparisonQuery(project.id, head ?? "", base), enabled: head !== undefined });
  const names = branches.data?.branches.map(({ name }) => name) ?? [];
  const choose = (search: { head?: string; base?: string }) =>
    void navigate({ to: ".", search: { ...(head !== undefined && { head }), base, ...search }, replace: true });
  return (
    <Page
      title="Open a pull request"
      documentTitle={`New pull request of ${project.name}`}
      eyebrow={<BackLink list="pulls" />}
      description="Choose a pushed branch, check what it changes, and ask others to review it."
    >
      <Problem error={branches.error} onRetry={branches.refetch} />
      <div className="mb-8 grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Branch"
          value={head ?? ""}
          onChange={(event) => choose({ head: event.target.value })}
          options={toOptions(names.filter((name) => name !== base))}
        >
          <option value="" disabled>
            Choose a branch
          </option>
        </SelectField>
        <SelectField
          label="Merge into"
          value={base}
          onChange={(event) => choose({ base: event.target.value })}
          options={toOptions(names.includes(base) ? names : [base, ...names])}
        />
      </div>
      <Problem error={comparison.error} />
      {comparison.data !== undefined && comparison.error === null && (
        <Proposal key={`${head} ${base}`} comparison={comparison.data} />
      )}
    </Page>
  );
}

const toOptions = (names: readonly string[]) => names.map((name) => [name, name] as const);

function Proposal({ comparison }: { comparison: Comparison }) {
  const { params } = useProject();
  const { files, conflicts, pullRequest } = comparison;
  return (
    <>
      {pullRequest === null ? (
        <ProposalForm comparison={comparison} />
      ) : (
        <p className="mb-10">
          This branch already has an open pull request:{" "}
          <Link
            to="/$organization/$domain/pulls/$number"
            params={{ ...params, number: String(pullRequest) }}
            className="text-accent underline"
          >
            #{pullRequest}
          </Link>
        </p>
      )}
      <p className="mb-10 flex items-baseline gap-2 [overflow-wrap:anywhere]">
        <StatusDot tone={conflicts.length === 0 ? "ok" : "warn"} />
        {conflicts.length === 0
          ? `No conflicts with ${comparison.base}.`
          : `${comparison.base} changes the same lines in ${conflicts.join(", ")}. You can open the pull request and resolve the conflicts later.`}
      </p>
      <PullCommits commits={comparison.commits} />
      <Section title={`${count(files.length, "file")} changed`} action={<DiffSwitch />}>
        <div className="grid gap-4">
          {files.map((file) => (
            <ComparedFile key={file.path} comparison={comparison} file={file} />
          ))}
        </div>
      </Section>
    </>
  );
}

function ProposalForm({ comparison }: { comparison: Comparison }) {
  const { head, base } = comparison;
  const { project, params } = useProject();
  const navigate = useNavigate();
  const open = useAction(
    (request: BodyOf<"openPullRequest">) => api.openPullRequest({ projectId: project.id, ...request, head, base }),
    {
      rereads: [{ queryKey: ["pulls", project.id] }],
      onDone: ({ number }) =>
        navigate({ to: "/$organization/$domain/pulls/$number", params: { ...params, number: String(number) } }),
      showsError: true,
    },
  );
  return (
    <Form
      className="mb-10 grid max-w-[72ch] gap-4"
      of="openPullRequest"
      values={comparison}
      error={open.error}
      onSubmit={(request) => open.mutate(request)}
    >
      <TextField label="Title" name="title" />
      <TextArea label="Description" name="body" rows={6} hint="Markdown is supported." />
      <CheckField label="Draft" name="draft" hint="It can't be merged until you mark it as ready." />
      <SubmitRow change={open} look="primary">
        Open pull request
      </SubmitRow>
    </Form>
  );
}

/** Loads a file's patch when it comes into view. */
function ComparedFile({ comparison, file }: { comparison: Comparison; file: Comparison["files"][number] }) {
  const { project } = useProject();
  const [target, wasSeen] = useInView<HTMLDivElement>();
  const { head, base } = comparison;
  const { data } = useQuery({ ...comparisonQuery(project.id, head, base, file.path), enabled: wasSeen });
  const hunks = useMemo(() => parsePatch(data?.files[0]?.patch ?? ""), [data]);
  const { path, previousPath, similarity, status, additions, deletions } = file;
  return (
    <div ref={target}>
      <Card className="overflow-clip">
        <div className="flex min-h-10 items-center gap-2.5 border-b border-line px-3 py-1.5">
          <DiffTitle {...{ path, previousPath, similarity }} change={status} added={additions} removed={deletions} />
        </div>
        {data === undefined ? (
          <p className="px-4 py-3 text-ink-faint">Loading…</p>
        ) : (
          <DiffBody path={path} change={status} hunks={hunks} />
        )}
      </Card>
    </div>
  );
}
