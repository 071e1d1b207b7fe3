import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { projectsQuery } from "../api/queries.ts";
import { useShownOrganization } from "./current-project.ts";

/** Without a worker nothing is published, and nothing else would say why. */
export function WorkerNotice() {
  const organizationId = useShownOrganization()?.id;
  const { data } = useQuery({ ...projectsQuery(organizationId ?? ""), enabled: organizationId !== undefined });
  if (data?.hasWorker !== false || data.projects.length === 0) {
    return null;
  }
  return (
    <p role="status" className="flex items-start gap-2.5 bg-warn-soft px-4 py-2.5 text-warn sm:px-8">
      <TriangleAlert size={16} className="mt-[3px]" aria-hidden />
      <span>
        No worker is running. Updates and jobs wait until the operator starts one with <code>lectern worker</code>.
      </span>
    </p>
  );
}
