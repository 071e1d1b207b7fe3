import { CopyValue } from "../ui/command.tsx";
import { CheckField, TextField } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

/** The repository of a project, and whether warnings fail an update. */
export function RepositorySettings({ project }: { project: ProjectDetails }) {
  const change = useChangeProject(project, "Saved. The next update uses it.");
  return (
    <Section title="Project" description="Where the pages come from. Changes count from the next update on.">
      <Card className="p-5">
        <Form className="grid max-w-2xl gap-5" onSubmit={(fields) => change.mutate(readForm(fields, project))}>
          <TextField label="Name" name="name" defaultValue={project.name} maxLength={100} required />
          {project.isHosted ? (
            <div className="grid gap-1.5">
              <span className="font-medium">Repository</span>
              <CopyValue text={project.repository} label="Copy the address of the repository" />
              <p className="text-[13px] text-ink-faint">
                In the built-in git host. Clone it with an admin key as password.
              </p>
            </div>
          ) : (
            <TextField
              label="Repository"
              name="repository"
              type="url"
              defaultValue={project.repository}
              required
              hint="On another host, the stored access token and webhook secret are removed."
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
              hint="The folder of the docs.json; empty for the root."
            />
          </div>
          {!project.isHosted && (
            <>
              <TextField
                label="Access token"
                name="token"
                type="password"
                autoComplete="off"
                isOptional
                placeholder={project.hasRepositoryToken ? "A token is stored; a new one replaces it" : ""}
                hint="For a repository that is not public. It is stored encrypted and never shown."
              />
              {project.hasRepositoryToken && <CheckField name="forget" label="Forget the stored token" />}
            </>
          )}
          <CheckField
            name="strict"
            defaultChecked={project.isStrict}
            label="Strict"
            hint="Warnings, such as broken links, fail an update."
          />
          <CheckField
            name="author-code"
            defaultChecked={project.authorCode.isOn && project.authorCode.isAllowed}
            disabled={!project.authorCode.isAllowed}
            label="Run scripts of the project"
            hint={
              project.authorCode.isAllowed
                ? "Its .js files, interactive components and integrations run in readers' browsers. A change publishes the site again."
                : "The operator has turned this off for all projects on this server."
            }
          />
          <SubmitRow change={change} look="primary" />
        </Form>
      </Card>
    </Section>
  );
}

function readForm(form: FormData, { isHosted, authorCode }: ProjectDetails) {
  const field = (name: string) => String(form.get(name) ?? "").trim();
  const token = field("token");
  return {
    name: field("name"),
    branch: field("branch"),
    directory: field("directory"),
    isStrict: form.get("strict") !== null,
    // A disabled field isn't part of the form.
    ...(authorCode.isAllowed && { withAuthorCode: form.get("author-code") !== null }),
    ...(!isHosted && { repository: field("repository") }),
    ...(form.get("forget") !== null ? { repositoryToken: null } : token !== "" && { repositoryToken: token }),
  };
}
