import Type from "typebox";
import { type AnswerReason, answerReasons } from "./rating-reasons.ts";
import { integer, text, Words } from "./schemas.ts";

const loose = { additionalProperties: true };
const filter = Type.Unsafe<Record<string, unknown> | null>({
  type: ["object", "null"],
  additionalProperties: true,
  maxProperties: 20,
  description: "Filters pages by their metadata: `version`, `language`, `tag`, or `path`, which is a prefix.",
});

/** Accepts messages from chat clients of every version. Unknown keys are ignored. */
export const AssistantMessage = Type.Object(
  {
    id: Type.Optional(text("Message identifier.", { maxLength: 256 })),
    role: text("Role of the sender; `user` for a user message.", { maxLength: 32 }),
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
    value: text("The code snippet or selected text.", { maxLength: 16_000 }),
    type: Type.Optional(Words(["code", "textSelection"], "Kind of context.")),
    path: Type.Optional(text("The page the context is from.", { maxLength: 2_000 })),
    elementId: Type.Optional(text("ID of the UI element that contains the context.", { maxLength: 256 })),
  },
  loose,
);

export const AssistantQuestion = Type.Object(
  {
    fp: text("Fingerprint that tracks conversation sessions: `anonymous`, or a unique user identifier.", {
      minLength: 1,
      maxLength: 256,
    }),
    messages: Type.Array(AssistantMessage, { minItems: 1, description: "Messages of the conversation." }),
    threadId: Type.Optional(
      Type.Unsafe<string | null>({
        type: ["string", "null"],
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
    currentPath: Type.Optional(text("Path of the page the user is viewing.", { maxLength: 200 })),
    trigger: Type.Optional(Type.Unknown()),
  },
  loose,
);

export const AssistantFeedback = Type.Object({
  threadId: text("The thread of the answer.", { minLength: 1, maxLength: 128 }),
  messageId: text("The message that contains the answer.", { minLength: 1, maxLength: 256 }),
  helpful: Type.Boolean(),
  reason: Type.Optional(
    Type.Unsafe<AnswerReason>({
      type: "string",
      enum: [...new Set<AnswerReason>([...answerReasons.helpful, ...answerReasons.notHelpful])],
      description:
        "The reason. `solved`, `clear` and `examples` are for a helpful answer; `wrong`, `off_topic` (not what was asked), `missing`, `outdated` and `unclear` for one that wasn't; `other` for both.",
    }),
  ),
  comment: Type.Optional(text("What was missing or wrong.", { maxLength: 2_000 })),
});

export const SearchRequest = Type.Object({
  query: text("The search query.", { minLength: 1, maxLength: 1_000, pattern: "\\S" }),
  pageSize: Type.Optional(integer("Maximum number of pages.", { minimum: 1, maximum: 50, default: 10 })),
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
      "`title`, `description`, `breadcrumb`, `version`, `language`, the `anchor` and `heading` of the part, up to three matching `sections`, its `score` from 0 to 1, and `highlights` as pairs of positions in `content`.",
  }),
});

interface SearchMetadata {
  title: string;
  [name: string]: unknown;
}

export const PageRequest = Type.Object({
  path: text("Path of a page on its site.", { minLength: 1, maxLength: 2_000 }),
});

export const PageContent = Type.Object({
  path: Type.String(),
  content: text("The page as Markdown."),
});
