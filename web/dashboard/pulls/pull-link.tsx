import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProject } from "../shell/place.ts";
import { pullRequestNumber } from "./pull-request-number.ts";

interface PullLinkProps {
  link: string;
  className: string;
  children: ReactNode;
}

/** To a pull request: of the built-in host it is shown here, of others there. */
export function PullLink({ link, className, children }: PullLinkProps) {
  const { project, params } = useProject();
  const number = pullRequestNumber(link);
  if (project.isHosted && number !== undefined) {
    return (
      <Link to="/$organization/$domain/pulls/$number" params={{ ...params, number }} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a href={link} target="_blank" rel="noreferrer" className={className}>
      {children}
    </a>
  );
}
