import { CopyField } from "../ui/command.tsx";
import { CheckField, SecretField, TextField } from "../ui/field.tsx";
import { FormCard, fieldText } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

/** The repository of a project, and whether warnings fail an update. */
export function RepositorySettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Saved. Takes effect with the next update.");
  return (
    <Section title="Project" description="Where the pages come from. Changes take effect with the next update.">
      <FormCard
        className="gap-5"
        change={change}
        look="primary"
        onSubmit={(fields) => change.mutate(readForm(fields, project))}
      >
        <TextField label="Name" name="name" defaultValue={project.name} maxLength={100} required />
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
            defaultValue={project.repository}
            required
            hint="If you move to another host, the stored access token and webhook secret are removed."
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Branch" name="branch" defaultValue={project.branch} maxLength={250} required />
          <TextField
            label="Directory"
            name="directory"
            defaultValue={project.directory}
            maxLength={500}
            isOptional
            hint="The folder that contains docs.json. Leave empty for the root."
          />
        </div>
        {!project.isHosted && (
          <>
            <SecretField
              label="Access token"
              name="token"
              isOptional
              placeholder={project.hasRepositoryToken ? "A token is stored. Enter a new one to replace it." : ""}
              hint="Required for private repositories. Stored encrypted and never shown again."
            />
            {project.hasRepositoryToken && <CheckField name="forget" label="Remove the stored token" />}
          </>
        )}
        <CheckField
          name="strict"
          defaultChecked={project.isStrict}
          label="Fail updates with warnings"
          hint="Nothing is published while the project has warnings, such as broken links, or errors."
        />
        <CheckField
          name="fail-on-errors"
          defaultChecked={project.failOnErrors}
          label="Fail updates with errors"
          hint="Nothing is published if a page can't be built. Otherwise the last good version of that page stays online."
        />
        <CheckField
          name="author-code"
          defaultChecked={project.authorCode.isOn && project.authorCode.isAllowed}
          disabled={!project.authorCode.isAllowed}
          label="Run the project's scripts"
          hint={
            project.authorCode.isAllowed
              ? "JavaScript files, interactive components and integrations run in readers' browsers. Changing this republishes the site."
              : "Turned off for all projects on this server by its operator."
          }
        />
      </FormCard>
    </Section>
  );
}

function readForm(form: FormData, { isHosted, authorCode }: ProjectDetails) {
  const field = (name: string) => fieldText(form, name);
  const token = field("token");
  return {
    name: field("name"),
    branch: field("branch"),
    directory: field("directory"),
    isStrict: form.get("strict") !== null,
    failOnErrors: form.get("fail-on-errors") !== null,
    // A disabled field isn't part of the form.
    ...(authorCode.isAllowed && { withAuthorCode: form.get("author-code") !== null }),
    ...(!isHosted && { repository: field("repository") }),
    ...(form.get("forget") !== null ? { repositoryToken: null } : token !== "" && { repositoryToken: token }),
  };
}
