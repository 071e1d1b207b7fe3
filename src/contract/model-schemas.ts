import Type, { type Static } from "typebox";
import { dateTime, Nullable } from "./schemas.ts";

/** How the last calls of a model went, as far as the node that is asked has made them since its start. */
export const ModelHealth = Type.Object({
  answeredAt: Nullable(dateTime("When the model last answered.")),
  failedAt: Nullable(dateTime("When a call last failed.")),
  problem: Nullable(Type.String({ description: "Why that call failed, in plain words." })),
  failures: Type.Integer({ description: "Failed calls since the last answer." }),
});
export type ModelHealth = Static<typeof ModelHealth>;

export const ModelTestResult = Type.Object({
  problem: Nullable(Type.String({ description: "What failed; `null` if the model answered." })),
  milliseconds: Type.Integer({ description: "How long the call took." }),
});

/** The model of a project, which may have a server and a key of its own. */
export const projectModel = {
  model: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        "The assistant's model: `provider/model`, `none`, or `default`. Without a key or an address of its own, it must be a model of the server's provider.",
    }),
  ),
  modelUrl: Type.Optional(
    Nullable(
      Type.String({
        minLength: 8,
        maxLength: 1_000,
        pattern: "^https?://[^\\s]+$",
        description: "The address of the model's server. `null` for the provider's own.",
      }),
    ),
  ),
  modelKey: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 4_000,
        description:
          "The key of the model's server. The stored one stays if it is left out and the address is the same. `null` deletes it.",
      }),
    ),
  ),
};
export const ProjectModelChange = Type.Object(projectModel);
