import Type, { type Static } from "typebox";
import { dateTime, Nullable } from "./schemas.ts";

/**
 * The results of a model's last calls. Only calls since the start of the node that answers this request are included.
 */
export const ModelHealth = Type.Object({
  answeredAt: Nullable(dateTime()),
  failedAt: Nullable(dateTime()),
  problem: Nullable(Type.String()),
  failures: Type.Integer(),
});
export type ModelHealth = Static<typeof ModelHealth>;

export const ModelTestResult = Type.Object({
  /** Why the call failed; `null` if the model answered. */
  problem: Nullable(Type.String()),
  milliseconds: Type.Integer(),
});

/** A project's model, which may have its own server and key. */
export const projectModel = {
  /**
   * The assistant's model: `provider/model`, `none`, or `default`. Without its own key or address, it must be a model
   * of the server's provider.
   */
  model: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** The address of the model's server. `null` to use the provider's own. */
  modelUrl: Type.Optional(Nullable(Type.String({ minLength: 8, maxLength: 1_000, pattern: "^https?://[^\\s]+$" }))),
  /**
   * The key of the model's server. If it is omitted and the address is unchanged, the stored key stays. `null` deletes
   * it.
   */
  modelKey: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 4_000 }))),
};
export const ProjectModelChange = Type.Object(projectModel);
