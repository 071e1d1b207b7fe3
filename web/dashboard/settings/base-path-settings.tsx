import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { api } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { FormCard } from "../ui/form.tsx";
import { Section } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { TestOutcome } from "./test-outcome.tsx";
import { type ProjectDetails, useChangeProject } from "./use-change-project.ts";

/**
 * For a site below a path of a domain that another server answers. The page checks once whether that server forwards what
 * the site needs.
 */
export function BasePathSettings({ project }: { project: ProjectDetails }) {
  const { id, basePath } = project;
  const change = useChangeProject(project, "Saved. The site moves when its update is published.");
  const check = useAction(() => api.checkAddress({ projectId: id }), { showsError: true });
  const { mutate } = check;
  useEffect(() => {
    if (basePath !== "") mutate();
  }, [basePath, mutate]);
  return (
    <Section
      title="Base path"
      description="For a site that is part of another website, such as example.com/docs. The server of that website must forward the path to this server."
    >
      <FormCard of="changeProject" values={project} change={change} onSubmit={(body) => change.mutate(body)}>
        <TextField
          label="Path"
          name="basePath"
          placeholder="/docs"
          hint="Leave empty for a site at the root of its domain. Add the other website's domain above."
        />
        {basePath !== "" && (
          <>
            <div>
              <Button size="small" icon={<RefreshCw size={14} />} isBusy={check.isPending} onClick={() => mutate()}>
                Check address
              </Button>
            </div>
            <TestOutcome
              test={check}
              success={`${check.data?.address} works: pages, search and the assistant reach this server.`}
            />
          </>
        )}
      </FormCard>
    </Section>
  );
}
