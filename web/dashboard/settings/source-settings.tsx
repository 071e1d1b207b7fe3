import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../ui/button.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

type Source = ProjectDetails["sources"][number];

const sourcesMax = 10;

/** Other repositories whose pages are part of the site, and branches and tags of the project's own. */
export function SourceSettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Saved. The site is being published again.");
  const { sources } = project;
  const [version, setVersion] = useState<"branch" | "tag">("branch");
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
            of="changeProject"
            onSubmit={({ sources: added = [] }, form) =>
              change.mutate({ sources: [...sources, ...added] }, { onSuccess: () => form.reset() })
            }
          >
            <TextField
              label="Path on the site"
              name="sources.0.path"
              required
              placeholder="sdk"
              hint="The pages are below this path."
            />
            <TextField
              label="Repository"
              name="sources.0.repository"
              type="url"
              placeholder="https://github.com/acme/sdk"
              hint="Leave empty for this project's own repository."
            />
            <SelectField
              label="Version"
              value={version}
              onChange={(event) => setVersion(event.target.value as typeof version)}
              options={[
                ["branch", "Branch"],
                ["tag", "Tag"],
              ]}
            />
            <TextField label="Branch or tag" name={`sources.0.${version}`} required placeholder="main" />
            <TextField
              label="Directory"
              name="sources.0.directory"
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

function describeSource({ repository, branch, tag, directory }: Source): string {
  const from = repository ?? "This repository";
  const folder = directory ? `, folder ${directory}` : "";
  return `${from}, ${branch ? `branch ${branch}` : `tag ${tag}`}${folder}`;
}
