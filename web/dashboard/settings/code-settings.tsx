import { Trash2 } from "lucide-react";
import type { BodyOf } from "../forms/body-forms.ts";
import { Button } from "../ui/button.tsx";
import { CodeArea, SecretField, TextField } from "../ui/field.tsx";
import { FormCard } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

type Repositories = NonNullable<BodyOf<"changeProject">["contextRepositories"]>;

/** The code repositories that the agent reads. */
export function CodeSettings({ project }: { project: ProjectDetails }) {
  const { contextRepositories } = project;
  const change = useChangeProject(project, "Saved. Takes effect with the next prompt.");
  const save = (list: Repositories, onSuccess = () => {}) =>
    change.mutate({ contextRepositories: list }, { onSuccess });
  const kept = contextRepositories.map(({ hasToken: _hasToken, ...repository }) => repository);
  return (
    <Section
      title="Code repositories"
      description="The agent can read these to write about your code. Nothing in them is executed, changed or published."
    >
      {contextRepositories.length > 0 && (
        <ul aria-label="Code repositories" className="mb-4 grid gap-2">
          {contextRepositories.map(({ repository, branch, folders, hasToken }) => (
            <li
              key={repository}
              className="flex items-center justify-between gap-4 rounded-card border border-line px-5 py-3"
            >
              <div className="min-w-0">
                <p className="font-medium [overflow-wrap:anywhere]">{repository}</p>
                <p className="text-[13px] text-ink-soft [overflow-wrap:anywhere]">
                  {branch} · {folders.length === 0 ? "all folders" : folders.join(", ")}
                  {hasToken && " · token stored"}
                </p>
              </div>
              <Button
                icon={<Trash2 size={16} />}
                isBusy={change.isPending}
                onClick={() => save(kept.filter((one) => one.repository !== repository))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormCard
        change={change}
        of="changeProject"
        onSubmit={({ contextRepositories: added = [] }, form) => {
          const others = kept.filter(({ repository }) => repository !== added[0]?.repository);
          save([...others, ...added], () => form.reset());
        }}
      >
        <TextField
          label="Repository"
          name="contextRepositories.0.repository"
          type="url"
          placeholder="https://github.com/acme/server"
        />
        <TextField label="Branch" name="contextRepositories.0.branch" required defaultValue="main" />
        <CodeArea
          label="Folders"
          name="contextRepositories.0.folders"
          hint="One per line. Empty for the whole repository."
        />
        <SecretField
          label="Access token"
          name="contextRepositories.0.token"
          isOptional
          hint="Read-only. Required for private repositories. Stored encrypted and never shown again."
        />
      </FormCard>
    </Section>
  );
}
