import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { serverSettingsQuery } from "../api/client.ts";
import { BackToProjects } from "../shell/back-link.tsx";
import { LoadingPage } from "../shell/page-states.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { ServerMail } from "./server-mail.tsx";
import { ServerModel } from "./server-model.tsx";
import { ServerSignIn } from "./server-sign-in.tsx";
import { serverTabs } from "./settings-tab.ts";

/** Settings of the whole server, for server admins. */
export function ServerPage() {
  const { tab = "sign-in" } = useSearch({ from: "/signed-in/server" });
  const { data, error, refetch } = useQuery(serverSettingsQuery);
  if (data === undefined && error === null) return <LoadingPage />;
  return (
    <Page
      title="Server"
      eyebrow={<BackToProjects />}
      description="These settings apply to every organization on this server."
    >
      <Tabs
        label="Server settings"
        tabs={serverTabs}
        current={tab}
        link={(name) => ({ to: "/server", search: { tab: name } })}
      />
      <Problem error={error} onRetry={refetch} />
      {data !== undefined && tab === "sign-in" && <ServerSignIn settings={data} />}
      {data !== undefined && tab === "mail" && <ServerMail mail={data.mail} />}
      {data !== undefined && tab === "model" && (
        <>
          <ServerModel kind="model" model={data.model} />
          <ServerModel kind="embeddings" model={data.embeddings} />
        </>
      )}
    </Page>
  );
}
