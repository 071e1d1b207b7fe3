import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type EditorAnswer, editorApi } from "../editor-client.ts";

export type DraftComment = EditorAnswer<"listDraftComments">["comments"][number];

export interface DraftParams {
  projectId: string;
  draftId: string;
}

export const bodyLengthMax = 10_000;

/** A comment with its replies. */
export interface Thread extends DraftComment {
  replies: readonly DraftComment[];
}

function commentsQuery(params: DraftParams) {
  return queryOptions({
    queryKey: ["draft", params.draftId, "comments"],
    queryFn: ({ signal }) => editorApi.listDraftComments(params, { signal }),
  });
}

/** The threads of a draft, and functions to change them. The list is refetched when someone else changes it. */
export function useComments(params: DraftParams) {
  const queries = useQueryClient();
  const query = useQuery(commentsQuery(params));
  const refresh = () => queries.invalidateQueries(commentsQuery(params));
  const settings = { onSuccess: refresh, meta: { showsError: true } };
  type Added = Omit<Parameters<typeof editorApi.addDraftComment>[0], keyof DraftParams>;
  type Changed = Omit<Parameters<typeof editorApi.changeDraftComment>[0], keyof DraftParams>;
  type Asked = Omit<Parameters<typeof editorApi.askDraftAgent>[0], keyof DraftParams>;
  return {
    error: query.error,
    threads: threadsOf(query.data?.comments ?? []),
    people: query.data?.people ?? [],
    add: useMutation({ mutationFn: (input: Added) => editorApi.addDraftComment({ ...params, ...input }), ...settings }),
    change: useMutation({
      mutationFn: (input: Changed) => editorApi.changeDraftComment({ ...params, ...input }),
      ...settings,
    }),
    remove: useMutation({
      mutationFn: (commentId: string) => editorApi.removeDraftComment({ ...params, commentId }),
      ...settings,
    }),
    ask: useMutation({ mutationFn: (input: Asked) => editorApi.askDraftAgent({ ...params, ...input }), ...settings }),
  };
}

export type Comments = ReturnType<typeof useComments>;

function threadsOf(comments: readonly DraftComment[]): Thread[] {
  return comments
    .filter(({ parentId }) => parentId === null)
    .map((first) => ({ ...first, replies: comments.filter(({ parentId }) => parentId === first.id) }));
}
