import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FileArchive, FolderUp, GitBranch, type LucideIcon, Sparkles } from "lucide-react";
import { useState } from "react";
import { api, projectsQuery } from "../api/client.ts";
import { slugOf } from "../api/organization-path.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { useOrganization } from "../shell/current-project.ts";
import { SecretField, TextField } from "../ui/field.tsx";
import { Form, SubmitRow } from "../ui/form.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { FileField } from "./file-fields.tsx";
import { importArchive, packFolder } from "./import-archive.ts";

type Way = "folder" | "archive" | "starter" | "repository";

const ways: readonly { way: Way; title: string; text: string; icon: LucideIcon }[] = [
  { way: "folder", title: "Folder", text: "Upload one from this computer.", icon: FolderUp },
  { way: "archive", title: "Archive", text: "A .zip or .tar.gz file with a docs.json.", icon: FileArchive },
  { way: "starter", title: "Starter", text: "A few sample pages to edit.", icon: Sparkles },
  { way: "repository", title: "Git repository", text: "On GitHub, GitLab or any HTTPS host.", icon: GitBranch },
];

/** Creates a project in one of four ways, then shows the log of its first update. */
export function NewProjectPage() {
  const { organization, params, may } = useOrganization();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [way, setWay] = useState<Way>("folder");
  const [name, setName] = useState("");
  const [domain, setDomain] = useState<string>();
  const [files, setFiles] = useState<readonly File[]>([]);
  const identifier = domain ?? slugOf(name);
  const create = useAction(
    async (body: BodyOf<"createProject">) => {
      const common = { organizationId: organization.id, name, domain: identifier };
      if (way === "starter") {
        return api.createProject(common);
      }
      if (way === "repository") {
        return api.createProject({ ...body, ...common });
      }
      const [file] = files;
      if (file === undefined) {
        throw new Error(way === "folder" ? "Choose a folder first." : "Choose an archive first.");
      }
      return importArchive(common, way === "folder" ? await packFolder(files) : file);
    },
    {
      onDone: async ({ project, statusId }) => {
        await queries.fetchQuery({ ...projectsQuery(organization.id), staleTime: 0 });
        void navigate({
          to: "/$organization/$domain/updates/$updateId",
          params: { ...params, domain: project.domain, updateId: statusId },
        });
      },
      showsError: true,
    },
  );
  if (!may("admin")) {
    return (
      <Page title="New project">
        <Problem error={new Error("Only admins can create projects.")} />
      </Page>
    );
  }
  const chooseWay = (next: Way) => {
    setWay(next);
    setFiles([]);
  };
  const takeFiles = (chosen: readonly File[]) => {
    setFiles(chosen);
    const [first] = chosen;
    if (name === "" && first !== undefined) {
      setName((first.webkitRelativePath.split("/")[0] || first.name).replace(/\.(?:zip|tar|tgz|tar\.gz)$/i, ""));
    }
  };
  return (
    <Page title="New project" description="Choose where the pages come from.">
      <Form
        className="grid max-w-[720px] gap-7"
        of="createProject"
        error={create.error}
        onSubmit={(body) => create.mutate(body)}
      >
        <WayChoice way={way} onChange={chooseWay} />
        {(way === "folder" || way === "archive") && (
          <FileField key={way} kind={way} files={files} onChange={takeFiles} />
        )}
        {way === "repository" && <RepositoryFields />}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            value={name}
            maxLength={100}
            required
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="Subdomain"
            value={identifier}
            maxLength={63}
            required
            onChange={(event) => setDomain(event.target.value)}
            hint="Where the site is served. Lowercase letters, digits and single hyphens."
          />
        </div>
        <SubmitRow change={create} look="primary">
          Create project
        </SubmitRow>
      </Form>
    </Page>
  );
}

function WayChoice({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="sr-only">Source</legend>
      {ways.map(({ way: value, title, text, icon: Icon }) => (
        <label
          key={value}
          className="flex gap-3.5 rounded-card border border-line bg-surface p-4 transition-colors duration-150 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft/40 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="way"
            value={value}
            checked={value === way}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          <Icon size={20} className="mt-0.5 text-accent" />
          <span>
            <span className="block font-medium">{title}</span>
            <span className="block text-[13px] leading-5 text-ink-faint">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function RepositoryFields() {
  return (
    <Card className="grid gap-5 p-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField
          label="Repository"
          name="repository"
          type="url"
          required
          placeholder="https://github.com/acme/docs"
          hint="An HTTP or HTTPS URL without a user name."
        />
      </div>
      <TextField label="Branch" name="branch" defaultValue="main" required />
      <TextField label="Directory" name="directory" placeholder="docs" hint="The folder that contains docs.json." />
      <div className="sm:col-span-2">
        <SecretField
          label="Access token"
          name="repositoryToken"
          isOptional
          hint="Required for private repositories. Stored encrypted and never shown again."
        />
      </div>
    </Card>
  );
}
