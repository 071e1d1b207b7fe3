import { useQuery } from "@tanstack/react-query";
import { useAction } from "../../ui/use-action.ts";
import { commentsQuery, type DraftParams } from "../draft-queries.ts";
import { type EditorAnswer, editorApi } from "../editor-client.ts";

export type DraftComment = EditorAnswer<"listDraftComments">["comments"][number];

export const bodyLengthMax = 10_000;

/** A comment with its replies. */
export interface Thread extends DraftComment {
  replies: readonly DraftComment[];
}

type Input<Name extends keyof typeof editorApi> = Omit<Parameters<(typeof editorApi)[Name]>[0], keyof DraftParams>;

/** The threads of a draft, and functions to change them. The list is refetched when someone else changes it. */
export function useComments(draft: DraftParams) {
  const query = useQuery(commentsQuery(draft));
  const rereads = [commentsQuery(draft)];
  // The form of a comment shows its error.
  const inForm = { rereads, showsError: true };
  return {
    error: query.error,
    threads: threadsOf(query.data?.comments ?? []),
    people: query.data?.people ?? [],
    add: useAction((input: Input<"addDraftComment">) => editorApi.addDraftComment({ ...draft, ...input }), inForm),
    ask: useAction((input: Input<"askDraftAgent">) => editorApi.askDraftAgent({ ...draft, ...input }), inForm),
    change: useAction((input: Input<"changeDraftComment">) => editorApi.changeDraftComment({ ...draft, ...input }), {
      rereads,
    }),
    remove: useAction((commentId: string) => editorApi.removeDraftComment({ ...draft, commentId }), { rereads }),
  };
}

export type Comments = ReturnType<typeof useComments>;

function threadsOf(comments: readonly DraftComment[]): Thread[] {
  return comments
    .filter(({ parentId }) => parentId === null)
    .map((first) => ({ ...first, replies: comments.filter(({ parentId }) => parentId === first.id) }));
}
