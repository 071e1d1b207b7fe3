import Type, { type Static } from "typebox";
import { get } from "./dashboard-operation.ts";
import { id } from "./ids.ts";
import type { Limit, Operation } from "./operation.ts";
import { dateTime, id as idField, Nullable, Words } from "./schemas.ts";

const searches: readonly Limit[] = [{ name: "dashboard-search", by: "organization", max: 1_200, windowSeconds: 60 }];

const SearchHit = Type.Object({
  kind: Words(["page", "update", "job", "pull", "person"], "What it is."),
  id: idField("Its ID; the path of a page; the number of a pull request."),
  projectId: Nullable(idField("ID of its project; `null` for a person.")),
  title: Type.String({
    description: "Title of the page or pull request, commit message, prompt, or name; at most 200 characters.",
  }),
  detail: Type.String({ description: "Section, short SHA, branch or email." }),
  status: Nullable(Type.String({ description: "Its status, if it has one." })),
  at: Nullable(dateTime("When it was created; `null` for pages and people.")),
});
export type SearchHit = Static<typeof SearchHit>;

/** The command palette's search. */
export const searchOperations = {
  searchOrganization: get("viewer", "/organization/{organizationId}/search", {
    query: Type.Object({
      query: Type.String({ minLength: 2, maxLength: 200, description: "The words to look for." }),
      projectId: Type.Optional(id("The project whose published pages are searched too.")),
    }),
    reply: Type.Object({ hits: Type.Array(SearchHit) }),
    limits: searches,
  }),
} as const satisfies Record<string, Operation>;
