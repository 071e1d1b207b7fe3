import { Link, useSearch } from "@tanstack/react-router";
import { useProject } from "../shell/place.ts";
import { Page } from "../ui/page.tsx";
import { Playground } from "./playground.tsx";

const tabs = [{ tab: "playground", label: "Playground" }] as const;

/** What readers ask, and what they are answered. */
export function AssistantPage() {
  const { project, params } = useProject();
  const { tab = "playground" } = useSearch({ strict: false });
  return (
    <Page
      title="Assistant"
      documentTitle={`Assistant of ${project.name}`}
      description="It answers readers from the published pages, and names the pages it used."
    >
      <nav aria-label="Parts of the assistant" className="mb-6 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ tab: name, label }) => (
          <Link
            key={name}
            to="/$organization/$domain/assistant"
            params={params}
            search={{ tab: name }}
            aria-current={name === tab ? "page" : undefined}
            className="-mb-px h-10 border-b-2 border-transparent px-3 pt-2 whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      <Playground />
    </Page>
  );
}
