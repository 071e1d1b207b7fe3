import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { editorApi } from "../editor-client.ts";
import type { CompletionData } from "./completions.ts";

interface DraftIds {
  projectId: string;
  draftId: string;
}

const freshMilliseconds = 10_000;

/** The completion data of a draft; undefined while it is loading. */
export function useCompletionData({ projectId, draftId }: DraftIds): CompletionData | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["editor-facts", projectId, draftId],
    queryFn: ({ signal }) => editorApi.readEditorFacts({ projectId, draftId }, { signal }),
    staleTime: freshMilliseconds,
  });
  return useMemo(() => {
    if (data === undefined) return undefined;
    const ids = { projectId, draftId };
    return {
      ...data,
      findIcons: async (text) => (await client.fetchQuery(iconsQuery(ids, text))).names,
      readAnchors: async (path) => (await client.fetchQuery(anchorsQuery(ids, path))).anchors,
    };
  }, [client, data, projectId, draftId]);
}

const iconsQuery = (ids: DraftIds, text: string) =>
  queryOptions({
    queryKey: ["editor-icons", ids.projectId, ids.draftId, text],
    queryFn: ({ signal }) => editorApi.findIcons({ ...ids, text }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const anchorsQuery = (ids: DraftIds, path: string) =>
  queryOptions({
    queryKey: ["editor-anchors", ids.projectId, ids.draftId, path],
    queryFn: ({ signal }) => editorApi.readAnchors({ ...ids, path }, { signal }),
    staleTime: freshMilliseconds,
  });
