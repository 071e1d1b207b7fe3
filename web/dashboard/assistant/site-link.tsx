import { ExternalLink } from "lucide-react";
import { useProject } from "../shell/current-project.ts";
import { buttonClass } from "../ui/button.tsx";

/** Links to the site that the analytics are about. */
export function SiteLink() {
  const { project } = useProject();
  return (
    <a href={project.siteUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
      <ExternalLink size={16} />
      Open site
    </a>
  );
}
