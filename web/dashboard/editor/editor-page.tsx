import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { SquarePen } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useProject } from "../shell/current-project.ts";
import { ContentLoading } from "../shell/page-states.tsx";
import { EmptyState, Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { DraftEditor } from "./draft-editor.tsx";
import { draftsQuery } from "./draft-queries.ts";
import { editorApi } from "./editor-client.ts";

/** The editor. Without a draft in the address, opens the person's newest draft, or creates one. */
export function EditorPage() {
  const { project, params, may } = useProject();
  const { draft, page, comments } = useSearch({ from: "/signed-in/$organization/$domain/editor" });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(draftsQuery(project.id));
  const open = (search: { draft?: string | undefined; page?: string | undefined }, replace = false) =>
    void navigate({ to: "/$organization/$domain/editor", params, search, replace });
  const create = useAction(() => editorApi.createDraft({ projectId: project.id }), {
    rereads: [draftsQuery(project.id)],
    showsError: true,
    onDone: ({ id }) => open({ draft: id, page }, true),
  });
  const own = data?.drafts.find((each) => each.isOwn) ?? (may("editor") ? undefined : data?.drafts[0]);
  const choose = useEffectEvent(() => {
    if (own !== undefined) open({ draft: own.id, page }, true);
    else if (may("editor") && create.isIdle) create.mutate();
  });
  const isKnown = data !== undefined;
  useEffect(() => {
    if (draft === undefined && isKnown) choose();
  }, [draft, isKnown]);
  if (draft !== undefined) {
    return (
      <DraftEditor
        key={draft}
        draftId={draft}
        path={page}
        withComments={comments !== undefined}
        onOpen={(path) => open({ draft, page: path })}
        onSwitch={(id) => open({ draft: id, page: id === undefined ? undefined : page })}
      />
    );
  }
  const problem = error ?? create.error;
  if (problem !== null) {
    return (
      <Page title="Editor">
        <Problem error={problem} onRetry={() => void (create.error === null ? refetch() : create.mutate())} />
      </Page>
    );
  }
  if (data !== undefined && own === undefined && !may("editor")) {
    return (
      <Page title="Editor">
        <EmptyState icon={<SquarePen size={20} />} title="No drafts yet">
          Drafts that editors of this project write are shown here, and you can comment on them.
        </EmptyState>
      </Page>
    );
  }
  return <ContentLoading />;
}
