import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProject } from "./current-project.ts";

interface PullLinkProps {
  link: string;
  className: string;
  children: ReactNode;
}

/** A link to a pull request: in the dashboard for the built-in host, in a new tab for others. */
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

/** The number at the end of a pull request's URL, on any host. */
export function pullRequestNumber(link: string): string | undefined {
  return /\/(\d+)\/?(?:[?#].*)?$/.exec(link)?.[1];
}
