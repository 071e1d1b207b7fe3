import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useProject } from "./current-project.ts";

const titles = { updates: "Updates", jobs: "Agent jobs", pulls: "Pull requests" };

/** Links from an item to its list. */
export function BackLink({ list }: { list: keyof typeof titles }) {
  const { params } = useProject();
  return (
    <Link
      to={`/$organization/$domain/${list}`}
      params={params}
      className="inline-flex items-center gap-1 hover:text-ink"
    >
      <ArrowLeft size={16} /> {titles[list]}
    </Link>
  );
}
