import Type from "typebox";
import { type AnswerReason, answerReasons } from "./rating-reasons.ts";
import { text, Words } from "./schemas.ts";

const loose = { additionalProperties: true };
const filter = Type.Unsafe<Record<string, unknown> | null>({
  type: ["object", "null"],
  additionalProperties: true,
  maxProperties: 20,
  description: "Each key is compared with the page's metadata: `version`, `language`, `tag`; `path` is a prefix.",
});

/** Accepts messages from chat clients of every version. Unknown keys are ignored. */
export const AssistantMessage = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 256, description: "Message identifier." })),
    role: Type.String({ maxLength: 32, description: "Role of the sender; `user` for a user message." }),
    content: Type.Optional(Type.Unknown({ description: "Text of the message (version 4)." })),
    parts: Type.Optional(
      Type.Array(
        Type.Object(
          {
            type: Type.String(),
            text: Type.Optional(Type.Unknown({ description: "The text of a `text` part." })),
            url: Type.Optional(Type.Unknown({ description: "The content of a `file` part, as a `data:` URL." })),
            mediaType: Type.Optional(Type.Unknown({ description: "The media type of a `file` part." })),
            filename: Type.Optional(Type.Unknown({ description: "The name of a `file` part." })),
          },
          loose,
        ),
        { description: "Message parts: `text`, and `file` for attachments. Others are skipped." },
      ),
    ),
    experimental_attachments: Type.Optional(
      Type.Unknown({
        description: "Attachments (version 4): a list of objects with `name`, `contentType` and a `data:` `url`.",
      }),
    ),
    annotations: Type.Optional(Type.Unknown()),
    metadata: Type.Optional(Type.Unknown()),
  },
  {
    ...loose,
    examples: [
      {
        id: "1",
        role: "user",
        content: "How do I install it?",
        parts: [{ type: "text", text: "How do I install it?" }],
      },
    ],
  },
);

const AssistantContext = Type.Object(
  {
    value: Type.String({ maxLength: 16_000, description: "The code snippet or selected text." }),
    type: Type.Optional(Words(["code", "textSelection"], "Kind of context.")),
    path: Type.Optional(Type.String({ maxLength: 2_000, description: "The page the context is from." })),
    elementId: Type.Optional(
      Type.String({ maxLength: 256, description: "ID of the UI element that contains the context." }),
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
    currentPath: Type.Optional(Type.String({ maxLength: 200, description: "Path of the page the user is viewing." })),
    trigger: Type.Optional(Type.Unknown()),
  },
  loose,
);

export const AssistantFeedback = Type.Object({
  threadId: Type.String({ minLength: 1, maxLength: 128, description: "The thread of the answer." }),
  messageId: Type.String({ minLength: 1, maxLength: 256, description: "The message that contains the answer." }),
  helpful: Type.Boolean(),
  reason: Type.Optional(
    Type.Unsafe<AnswerReason>({
      type: "string",
      enum: [...new Set<AnswerReason>([...answerReasons.helpful, ...answerReasons.notHelpful])],
      description:
        "Why. `solved`, `clear` and `examples` go with a helpful answer; `wrong`, `off_topic` (not what was asked), `missing`, `outdated` and `unclear` with one that wasn't; `other` with both.",
    }),
  ),
  comment: Type.Optional(Type.String({ maxLength: 2_000, description: "What was missing or wrong." })),
});

export const SearchRequest = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 1_000, pattern: "\\S", description: "The search query." }),
  pageSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, default: 10, description: "Maximum number of pages." }),
  ),
  scoreThreshold: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: "Minimum score; pages below it are omitted." }),
  ),
  filter: Type.Optional(filter),
});

export const SearchResult = Type.Object({
  content: text("The best-matching passage of the page."),
  path: text("Path of the page on its site."),
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
  path: Type.String({ minLength: 1, maxLength: 2_000, description: "Path of a page on its site." }),
});

export const PageContent = Type.Object({
  path: Type.String(),
  content: text("The page as Markdown."),
});
