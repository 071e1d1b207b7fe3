import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { showMessage } from "../../ui/toast.tsx";
import { useAction } from "../../ui/use-action.ts";
import { type DraftParams, draftQuery, navigationQuery } from "../draft-queries.ts";
import { type EditorAnswer, editorApi } from "../editor-client.ts";
import { followEdit } from "./follow-nodes.ts";

/** The shared props of the structure editor's parts. */
export interface StructureProps {
  draft: DraftParams;
  canWrite: boolean;
  /** Opens a file of the draft, a page or docs.json. */
  onOpen: (path: string) => void;
}

export interface DialogProps {
  draft: DraftParams;
  onClose: () => void;
  onOpen: (path: string) => void;
}

export type Navigation = EditorAnswer<"readNavigation">;
export type NavigationNode = Navigation["nodes"][number];
export type UnlistedPage = Navigation["unlisted"][number];
export type Settings = EditorAnswer<"readSettings">;
export type NavigationEdit = NonNullable<Parameters<typeof editorApi.changeNavigation>[0]["edit"]>;

interface NavigationChange {
  edit: NavigationEdit;
  done: string;
  /** The navigation that the edit refers to. */
  seen: Navigation;
}

/** The navigation and functions to change it. After a change, a toast offers to undo it. */
export function useNavigation(draft: DraftParams) {
  const queries = useQueryClient();
  const query = useQuery(navigationQuery(draft));
  const refresh = () => queries.invalidateQueries(draftQuery(draft));
  const undo = useAction(
    ({ revision, undo: splices = [] }: Navigation) => editorApi.changeNavigation({ ...draft, revision, undo: splices }),
    { cachesAs: navigationQuery(draft), rereads: [draftQuery(draft)] },
  );
  const change = useMutation({
    // Edits run one after the other, because each needs the revision that the previous one returns.
    scope: { id: `navigation ${draft.draftId}` },
    mutationFn: ({ edit, seen }: NavigationChange) => {
      const latest = queries.getQueryData(navigationQuery(draft).queryKey) ?? seen;
      const next = followEdit(edit, seen.nodes, latest.nodes);
      // If an element of the edit is gone, the outdated revision makes the server refuse the edit.
      const { revision } = next === undefined ? seen : latest;
      return editorApi.changeNavigation({ ...draft, revision, edit: next ?? edit });
    },
    onSuccess: (navigation, { done }) => {
      queries.setQueryData(navigationQuery(draft).queryKey, navigation);
      void queries.invalidateQueries({
        ...draftQuery(draft),
        predicate: ({ queryKey }) => queryKey[2] !== "navigation",
      });
      showMessage(done, { label: "Undo", run: () => undo.mutate(navigation) });
    },
    // Someone else may have changed docs.json, so show its current state.
    onError: () => void refresh(),
  });
  return { query, change };
}
