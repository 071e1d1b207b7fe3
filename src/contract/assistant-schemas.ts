import Type from "typebox";

const loose = { additionalProperties: true };
const filter = Type.Unsafe<Record<string, unknown> | null>({
  type: ["object", "null"],
  additionalProperties: true,
  maxProperties: 20,
  description: "Each key is compared with the page's metadata: `version`, `language`, `tag`; `path` is a prefix.",
});

/** As chat clients of every version send it. Unknown keys are accepted and ignored. */
export const AssistantMessage = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 256, description: "Message identifier." })),
    role: Type.String({ maxLength: 32, description: "Role of the sender; `user` for a user message." }),
    content: Type.Optional(Type.Unknown({ description: "Text of the message (version 4)." })),
    parts: Type.Optional(
      Type.Array(Type.Object({ type: Type.String(), text: Type.Optional(Type.Unknown()) }, loose), {
        description: "Message parts: `type` and, for a `text` part, `text`. Others are skipped.",
      }),
    ),
    annotations: Type.Optional(Type.Unknown()),
    metadata: Type.Optional(Type.Unknown()),
  },
  loose,
);

const AssistantContext = Type.Object(
  {
    value: Type.String({ maxLength: 16_000, description: "The code snippet or selected text." }),
    type: Type.Optional(
      Type.Unsafe<"code" | "textSelection">({
        type: "string",
        enum: ["code", "textSelection"],
        description: "Kind of context.",
      }),
    ),
    path: Type.Optional(Type.String({ maxLength: 2_000, description: "The page it is from." })),
    elementId: Type.Optional(
      Type.String({ maxLength: 256, description: "Identifier of the UI element that holds the context." }),
    ),
  },
  loose,
);

export const AssistantQuestion = Type.Object(
  {
    fp: Type.String({
      minLength: 1,
      maxLength: 256,
      description: "Fingerprint that tracks conversation sessions: `anonymous`, or a unique user identifier.",
    }),
    messages: Type.Array(AssistantMessage, { minItems: 1, description: "Messages of the conversation." }),
    threadId: Type.Optional(
      Type.Unsafe<string | null>({
        type: ["string", "null"],
        minLength: 1,
        maxLength: 128,
        description: "Keeps continuity across messages. It is returned in the stream event of type `finish`.",
      }),
    ),
    retrievalPageSize: Type.Optional(
      Type.Number({
        minimum: 1,
        default: 5,
        description: "Number of documentation search results used for the answer.",
      }),
    ),
    filter: Type.Optional(filter),
    context: Type.Optional(
      Type.Array(AssistantContext, { maxItems: 20, description: "Contextual information for the assistant." }),
    ),
    currentPath: Type.Optional(
      Type.String({ maxLength: 200, description: "Path of the page the user currently views." }),
    ),
    trigger: Type.Optional(Type.Unknown()),
  },
  loose,
);

export const AssistantFeedback = Type.Object({
  threadId: Type.String({ minLength: 1, maxLength: 128, description: "The thread of the answer." }),
  messageId: Type.String({ minLength: 1, maxLength: 256, description: "The message that holds the answer." }),
  helpful: Type.Boolean(),
  comment: Type.Optional(Type.String({ maxLength: 2_000, description: "What was missing or wrong." })),
});

export const SearchRequest = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 1_000, pattern: "\\S", description: "What to look for." }),
  pageSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, default: 10, description: "How many pages at most." }),
  ),
  scoreThreshold: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: "Pages with a lower score are left out." }),
  ),
  filter: Type.Optional(filter),
});

export const SearchResult = Type.Object({
  content: Type.String({ description: "The part of the page that matches best." }),
  path: Type.String({ description: "The address of the page on its site." }),
  metadata: Type.Unsafe<SearchMetadata>({
    type: "object",
    properties: { title: { type: "string" } },
    required: ["title"],
    additionalProperties: true,
    description:
      "`title`, `description`, `breadcrumb`, `version`, `language`, the `anchor` and `heading` of the part, up to three matching `sections`, its `score` from 0 to 1, and `highlights` as pairs of places in `content`.",
  }),
});

interface SearchMetadata {
  title: string;
  [name: string]: unknown;
}

export const PageRequest = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 2_000, description: "The address of a page on its site." }),
});

export const PageContent = Type.Object({
  path: Type.String(),
  content: Type.String({ description: "The page as Markdown." }),
});
