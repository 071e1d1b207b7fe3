import Type, { type Static } from "typebox";
import { get, organization } from "./define-operation.ts";
import type { Limit } from "./operation.ts";
import { dateTime, givenId, id, Nullable, Words } from "./schemas.ts";

const searches: readonly Limit[] = [{ name: "dashboard-search", by: "organization", max: 1_200, windowSeconds: 60 }];

const SearchHit = Type.Object({
  kind: Words(["page", "update", "job", "pull", "person"]),
  id: id(),
  /** The ID of the project; `null` for a person. */
  projectId: Nullable(id()),
  title: Type.String(),
  detail: Type.String(),
  status: Nullable(Type.String()),
  /** When the item was created; `null` for pages and people. */
  at: Nullable(dateTime()),
});
export type SearchHit = Static<typeof SearchHit>;

/** The command palette's search. */
export const searchOperations = {
  searchOrganization: get("viewer", `${organization}/search`, {
    query: Type.Object({
      query: Type.String({ minLength: 2, maxLength: 200 }),
      projectId: Type.Optional(givenId),
    }),
    reply: Type.Object({ hits: Type.Array(SearchHit) }),
    limits: searches,
  }),
};
