import Type, { type Static } from "typebox";
import { bodyLengthMax, labelLengthMax, labelsMax, titleLengthMax } from "../pull-request.ts";

const branch = Type.String({ minLength: 1, maxLength: 300 });
const title = Type.String({ maxLength: titleLengthMax });
const body = Type.Union([Type.String({ maxLength: bodyLengthMax }), Type.Null()]);

/** What clients send, as far as it is looked at. */
export const NewPull = Type.Object({
  head: branch,
  base: branch,
  title,
  body: Type.Optional(body),
  draft: Type.Optional(Type.Boolean()),
});
export type NewPull = Static<typeof NewPull>;

export const PullEdit = Type.Object({
  title: Type.Optional(title),
  body: Type.Optional(body),
  state: Type.Optional(Type.Union([Type.Literal("open"), Type.Literal("closed")])),
  draft: Type.Optional(Type.Boolean()),
});
export type PullEdit = Static<typeof PullEdit>;

export const Merge = Type.Object({
  commit_title: Type.Optional(Type.String({ maxLength: titleLengthMax })),
  commit_message: Type.Optional(Type.String({ maxLength: bodyLengthMax })),
  sha: Type.Optional(Type.String({ maxLength: 40 })),
  merge_method: Type.Optional(Type.Union([Type.Literal("merge"), Type.Literal("squash")])),
});
export type Merge = Static<typeof Merge>;

export const Labels = Type.Object({
  labels: Type.Array(Type.String({ maxLength: labelLengthMax }), { maxItems: labelsMax }),
});
export type Labels = Static<typeof Labels>;

export const Comment = Type.Object({ body: Type.String({ maxLength: bodyLengthMax }) });
export type Comment = Static<typeof Comment>;

export const Status = Type.Object({
  state: Type.Union(["pending", "success", "failure", "error"].map((state) => Type.Literal(state))),
  target_url: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
  description: Type.Optional(Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()])),
  context: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
});
export interface Status {
  state: "pending" | "success" | "failure" | "error";
  target_url?: string | null;
  description?: string | null;
  context?: string;
}

export const NewRef = Type.Object({ ref: branch, sha: Type.String({ pattern: "^[0-9a-f]{40}$" }) });
export type NewRef = Static<typeof NewRef>;

export interface ListQuery {
  state?: string;
  head?: string;
  base?: string;
  direction?: string;
  per_page?: string;
  page?: string;
}
