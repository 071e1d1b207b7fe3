import { Link, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useProject } from "../shell/current-project.ts";
import { Page } from "../ui/page.tsx";
import { TabBar, tabProps } from "../ui/tabs.tsx";
import type { AssistantTab } from "./assistant-tab.ts";
import { Conversations } from "./conversations.tsx";
import { Feedback } from "./feedback.tsx";
import { Figures } from "./figures.tsx";
import { Playground } from "./playground.tsx";
import { Questions } from "./questions.tsx";

const tabs: readonly { tab: AssistantTab; label: string; content: ReactNode }[] = [
  { tab: "playground", label: "Playground", content: <Playground /> },
  { tab: "figures", label: "Figures", content: <Figures /> },
  { tab: "questions", label: "Questions", content: <Questions /> },
  { tab: "conversations", label: "Conversations", content: <Conversations /> },
  { tab: "feedback", label: "Feedback", content: <Feedback /> },
];

export function AssistantPage() {
  const { project, params } = useProject();
  const { tab = "playground" } = useSearch({ from: "/signed-in/$organization/$domain/assistant" });
  return (
    <Page
      title="Assistant"
      documentTitle={`Assistant of ${project.name}`}
      description="It answers readers from the published pages, and names the pages it used."
    >
      <TabBar label="Parts of the assistant">
        {tabs.map(({ tab: name, label }) => (
          <Link
            key={name}
            to="/$organization/$domain/assistant"
            params={params}
            search={{ tab: name }}
            {...tabProps(name === tab)}
          >
            {label}
          </Link>
        ))}
      </TabBar>
      {tabs.find(({ tab: name }) => name === tab)?.content}
    </Page>
  );
}
