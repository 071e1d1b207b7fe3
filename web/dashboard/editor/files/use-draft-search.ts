import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readQuery } from "../../api/read-query.ts";
import { type EditorAnswer, editorApi } from "../editor-client.ts";

export interface SearchOptions {
  matchCase: boolean;
  wholeWord: boolean;
  inCode: boolean;
  inLinks: boolean;
  inKeys: boolean;
}

export type FoundFile = EditorAnswer<"searchDraft">["files"][number];
export type FoundMatch = FoundFile["matches"][number];

const pauseMilliseconds = 250;

/** Searches while the person types, after a short pause. */
export function useDraftSearch(projectId: string, draftId: string, text: string, options: SearchOptions) {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    ...readQuery(["draft", draftId, "search", asked, options], (call) =>
      editorApi.searchDraft({ projectId, draftId, text: asked, ...options }, call),
    ),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  return { ...query, asked, isWaiting: text !== asked || query.isFetching };
}
