import Type, { type Static } from "typebox";
import { dateTime, Nullable } from "./schemas.ts";

/** How the last calls of a model went, as far as the node that is asked has made them since its start. */
export const ModelHealth = Type.Object({
  answeredAt: Nullable(dateTime()),
  failedAt: Nullable(dateTime()),
  problem: Nullable(Type.String()),
  failures: Type.Integer(),
});
export type ModelHealth = Static<typeof ModelHealth>;

export const ModelTestResult = Type.Object({
  /** What failed; `null` if the model answered. */
  problem: Nullable(Type.String()),
  milliseconds: Type.Integer(),
});

/** The model of a project, which may have a server and a key of its own. */
export const projectModel = {
  /** The assistant's model: `provider/model`, `none`, or `default`. Without a key or an address of its own, it must be a model of the server's provider. */
  model: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** The address of the model's server. `null` for the provider's own. */
  modelUrl: Type.Optional(Nullable(Type.String({ minLength: 8, maxLength: 1_000, pattern: "^https?://[^\\s]+$" }))),
  /** The key of the model's server. The stored one stays if it is left out and the address is the same. `null` deletes it. */
  modelKey: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 4_000 }))),
};
export const ProjectModelChange = Type.Object(projectModel);
