import { Trash2 } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { CodeArea, SecretField, TextField } from "../ui/field.tsx";
import { FormCard, fieldLines, fieldText } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

type Repository = ProjectDetails["contextRepositories"][number];

/** The code repositories that the agent reads. */
export function CodeSettings({ project }: { project: ProjectDetails }) {
  const { contextRepositories } = project;
  const change = useChangeProject(project, "Saved. Takes effect with the next prompt.");
  const save = (list: readonly (Omit<Repository, "hasToken"> & { token?: string })[], onSuccess = () => {}) =>
    change.mutate({ contextRepositories: [...list] }, { onSuccess });
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
        onSubmit={(fields, form) => {
          const token = fieldText(fields, "token");
          const added = {
            repository: fieldText(fields, "repository"),
            branch: fieldText(fields, "branch"),
            folders: fieldLines(fields, "folders"),
            ...(token !== "" && { token }),
          };
          save([...kept.filter(({ repository }) => repository !== added.repository), added], () => form.reset());
        }}
      >
        <TextField
          label="Repository"
          name="repository"
          type="url"
          required
          placeholder="https://github.com/acme/server"
        />
        <TextField label="Branch" name="branch" required defaultValue="main" />
        <CodeArea label="Folders" name="folders" isOptional hint="One per line. Empty for the whole repository." />
        <SecretField
          label="Access token"
          name="token"
          isOptional
          hint="Read-only. Required for private repositories. Stored encrypted and never shown again."
        />
      </FormCard>
    </Section>
  );
}
