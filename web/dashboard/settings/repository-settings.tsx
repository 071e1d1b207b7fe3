import { useState } from "react";
import { CopyField } from "../ui/command.tsx";
import { CheckField, SecretField, TextField } from "../ui/field.tsx";
import { FormCard } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

/** The repository of a project, and whether warnings fail an update. */
export function RepositorySettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Saved. Takes effect with the next update.");
  const [isForgotten, setForgotten] = useState(false);
  const { authorCode } = project;
  return (
    <Section title="Project" description="Where the pages come from. Changes take effect with the next update.">
      <FormCard
        className="gap-5"
        of="changeProject"
        values={{ ...project, withAuthorCode: authorCode.isOn && authorCode.isAllowed }}
        change={change}
        look="primary"
        onSubmit={(body) =>
          change.mutate(
            { ...body, ...(isForgotten && { repositoryToken: null }) },
            { onSuccess: () => setForgotten(false) },
          )
        }
      >
        <TextField label="Name" name="name" required />
        {project.isHosted ? (
          <CopyField
            label="Repository"
            text={project.repository}
            copy="Copy repository URL"
            hint="On the built-in git host. Clone it with a personal access token as the password."
          />
        ) : (
          <TextField
            label="Repository"
            name="repository"
            type="url"
            required
            hint="If you move to another host, the stored access token and webhook secret are removed."
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Branch" name="branch" required />
          <TextField
            label="Directory"
            name="directory"
            hint="The folder that contains docs.json. Leave empty for the root."
          />
        </div>
        {!project.isHosted && (
          <SecretField
            label="Access token"
            name="repositoryToken"
            isOptional
            placeholder={project.hasRepositoryToken ? "A token is stored. Enter a new one to replace it." : ""}
            hint="Required for private repositories. Stored encrypted and never shown again."
          />
        )}
        {!project.isHosted && project.hasRepositoryToken && (
          <CheckField
            label="Remove the stored token"
            checked={isForgotten}
            onChange={(event) => setForgotten(event.target.checked)}
          />
        )}
        <CheckField
          name="isStrict"
          label="Fail updates with warnings"
          hint="Nothing is published while the project has warnings, such as broken links, or errors."
        />
        <CheckField
          name="failOnErrors"
          label="Fail updates with errors"
          hint="Nothing is published if a page can't be built. Otherwise the last good version of that page stays online."
        />
        <CheckField
          name="withAuthorCode"
          disabled={!authorCode.isAllowed}
          label="Run the project's scripts"
          hint={
            authorCode.isAllowed
              ? "JavaScript files, interactive components and integrations run in readers' browsers. Changing this republishes the site."
              : "Turned off for all projects on this server by its operator."
          }
        />
      </FormCard>
    </Section>
  );
}
