import { Trash2 } from "lucide-react";
import { Button, IconButton } from "../ui/button.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { Form, fieldText } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

type Source = ProjectDetails["sources"][number];

const sourcesMax = 10;

/** Other repositories whose pages are part of the site, and branches and tags of the project's own. */
export function SourceSettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Saved. The site is being published again.");
  const { sources } = project;
  return (
    <Section
      title="Sources"
      description="Add the pages of other repositories to this site, or an earlier version from a branch or tag. Place them in docs.json with sourceRef."
    >
      <Card>
        {sources.length > 0 && (
          <ul className="divide-y divide-line border-b border-line">
            {sources.map((source) => (
              <li key={source.path} className="flex items-center gap-3 px-5 py-3">
                <div className="min-w-0 flex-1">
                  <code className="block truncate">/{source.path}</code>
                  <p className="truncate text-ink-soft">{describeSource(source)}</p>
                </div>
                <IconButton
                  label={`Remove ${source.path}`}
                  disabled={change.isPending}
                  onClick={() => change.mutate({ sources: sources.filter(({ path }) => path !== source.path) })}
                >
                  <Trash2 size={16} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {sources.length < sourcesMax && (
          <Form
            className="grid gap-5 p-5 sm:grid-cols-2"
            onSubmit={(fields, form) =>
              change.mutate({ sources: [...sources, readSource(fields)] }, { onSuccess: () => form.reset() })
            }
          >
            <TextField
              label="Path on the site"
              name="source-path"
              maxLength={100}
              required
              placeholder="sdk"
              hint="The pages are below this path."
            />
            <TextField
              label="Repository"
              name="source-repository"
              type="url"
              isOptional
              placeholder="https://github.com/acme/sdk"
              hint="Leave empty for this project's own repository."
            />
            <SelectField label="Version" name="source-kind">
              <option value="branch">Branch</option>
              <option value="tag">Tag</option>
            </SelectField>
            <TextField label="Branch or tag" name="source-ref" maxLength={250} required placeholder="main" />
            <TextField
              label="Directory"
              name="source-directory"
              maxLength={500}
              isOptional
              hint="The folder with its pages. Leave empty for the root."
            />
            <div className="sm:col-span-2">
              <Button type="submit" isBusy={change.isPending}>
                Add source
              </Button>
            </div>
          </Form>
        )}
        <Problem error={change.error} className="mx-5 mb-5" />
      </Card>
    </Section>
  );
}

function readSource(fields: FormData): Source {
  return {
    path: fieldText(fields, "source-path"),
    repository: fieldText(fields, "source-repository") || null,
    [fieldText(fields, "source-kind")]: fieldText(fields, "source-ref"),
    directory: fieldText(fields, "source-directory"),
  };
}

function describeSource({ repository, branch, tag, directory }: Source): string {
  const from = repository ?? "This repository";
  const folder = directory ? `, folder ${directory}` : "";
  return `${from}, ${branch ? `branch ${branch}` : `tag ${tag}`}${folder}`;
}
