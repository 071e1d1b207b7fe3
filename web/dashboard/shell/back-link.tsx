import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useProject } from "./place.ts";

const titles = { updates: "Updates", jobs: "Agent jobs", pulls: "Pull requests" };

/** From one thing of a project to the list that it is in. */
export function BackLink({ list }: { list: keyof typeof titles }) {
  const { params } = useProject();
  return (
    <Link
      to={`/$organization/$domain/${list}`}
      params={params}
      className="inline-flex items-center gap-1 hover:text-ink"
    >
      <ArrowLeft size={16} aria-hidden /> {titles[list]}
    </Link>
  );
}
