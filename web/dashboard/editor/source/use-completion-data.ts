import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { readQuery } from "../../api/read-query.ts";
import type { DraftParams } from "../draft-queries.ts";
import { editorApi } from "../editor-client.ts";
import type { CompletionData } from "./completions.ts";

const fresh = { staleTime: 10_000 };
const always = { staleTime: Number.POSITIVE_INFINITY };

/** The completion data of a draft; undefined while it is loading. */
export function useCompletionData({ projectId, draftId }: DraftParams): CompletionData | undefined {
  const client = useQueryClient();
  const { data } = useQuery(
    readQuery(
      ["editor-facts", projectId, draftId],
      (call) => editorApi.readEditorFacts({ projectId, draftId }, call),
      fresh,
    ),
  );
  return useMemo(() => {
    if (data === undefined) return undefined;
    const draft = { projectId, draftId };
    const icons = (text: string) =>
      readQuery(["editor-icons", draft, text], (call) => editorApi.findIcons({ ...draft, text }, call), always);
    const anchors = (path: string) =>
      readQuery(["editor-anchors", draft, path], (call) => editorApi.readAnchors({ ...draft, path }, call), fresh);
    return {
      ...data,
      findIcons: async (text) => (await client.fetchQuery(icons(text))).names,
      readAnchors: async (path) => (await client.fetchQuery(anchors(path))).anchors,
    };
  }, [client, data, projectId, draftId]);
}
