import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/client.ts";
import { projectsQuery } from "../api/queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmAction } from "../ui/confirm-dialog.tsx";
import { Section } from "../ui/page.tsx";
import type { ProjectDetails } from "./use-change-project.ts";

export function DangerZone({ project }: { project: ProjectDetails }) {
  const { params } = useProject();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title="Danger zone">
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-danger/40 px-5 py-4">
        <div>
          <p className="font-medium">Delete this project</p>
          <p className="text-ink-soft">Deletes its site, updates, jobs, keys and conversations.</p>
        </div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete project
        </Button>
      </div>
      {isAsking && (
        <ConfirmAction
          title={`Delete ${project.name}?`}
          action="Delete project"
          typed={project.domain}
          run={() => api.deleteProject({ projectId: project.id, domain: project.domain })}
          message={`${project.name} deleted.`}
          onDone={async () => {
            await navigate({ to: "/$organization", params: { organization: params.organization } });
            await queries.invalidateQueries(projectsQuery(project.organizationId));
          }}
          onClose={() => setAsking(false)}
        >
          <p>The site goes offline immediately, and everything in the project is deleted. This can't be undone.</p>
          {project.isHosted && <p>The repository is deleted too. Clone it first if you want to keep the pages.</p>}
        </ConfirmAction>
      )}
    </Section>
  );
}
