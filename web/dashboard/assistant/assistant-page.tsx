import { useSearch } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { useProject } from "../shell/current-project.ts";
import { ContentLoading } from "../shell/page-states.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { AssistantTab } from "./assistant-tab.ts";
import { Conversations } from "./conversations.tsx";
import { Gaps } from "./gaps.tsx";
import { Playground } from "./playground.tsx";

const Quality = lazyPart(async () => (await import("./quality.tsx")).Quality);

const tabs = { conversations: "Conversations", gaps: "Gaps", quality: "Quality", playground: "Playground" };
const contents: Readonly<Partial<Record<AssistantTab, ReactNode>>> = {
  conversations: <Conversations />,
  gaps: <Gaps />,
  quality: <Quality />,
  playground: <Playground />,
};

export function AssistantPage() {
  const { project, params } = useProject();
  const { tab = "conversations" } = useSearch({ from: "/signed-in/$organization/$domain/assistant" });
  return (
    <Page
      title="Assistant"
      documentTitle={`Assistant · ${project.name}`}
      description="Answers readers’ questions from the published pages, with sources."
    >
      <Tabs
        label="Assistant"
        tabs={tabs}
        current={tab}
        link={(name) => ({ to: "/$organization/$domain/assistant", params, search: { tab: name } })}
      />
      <Suspense fallback={<ContentLoading />}>{contents[tab]}</Suspense>
    </Page>
  );
}
