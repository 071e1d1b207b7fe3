import Type from "typebox";
import type { SchemaCheck } from "../platform/compile-schema.ts";
import { AppError } from "../platform/errors.ts";
import { checkBody, messageBounds, readForm } from "../platform/message-bounds.ts";
import { findHeader, type WebhookRequest } from "./webhook-request.ts";

/**
 * GitHub sends up to 25 MB, but a push of a thousand commits with all their file names is smaller than this. The sender
 * can only be verified once the whole body is in memory, hence the limit. If a push is refused, the next one publishes
 * its commits too.
 */
export const webhookBounds = { ...messageBounds, bytesMax: 5 * messageBounds.bytesMax, valuesMax: 200_000 };

const wordMaxLength = 100;
const addressMaxLength = 2_000;
const nameMaxLength = 500;
const refMaxLength = 1_000;
const shaMaxLength = 64;

export const Word = Type.String({ maxLength: wordMaxLength });
export const Address = Type.String({ maxLength: addressMaxLength });
export const AbsoluteAddress = Type.String({ maxLength: addressMaxLength, pattern: "^https?://[^/]+/" });
/** `owner/name` */
export const RepositoryName = Type.String({ maxLength: nameMaxLength, pattern: "^[\\w.-]+/[\\w.-]+$" });
export const Ref = Type.String({ minLength: 1, maxLength: refMaxLength });
export const Sha = Type.String({ minLength: 1, maxLength: shaMaxLength });

/** Has no limit, because a long message must not make the delivery fail. It is cut later. */
export const MaybeText = Type.Optional(Type.Union([Type.String(), Type.Null()]));
export const MaybeSha = Type.Optional(Sha);
export const MaybeAddress = Type.Optional(Type.Union([Address, Type.Null()]));
export const MaybeName = Type.Optional(Type.Union([Type.String({ maxLength: nameMaxLength }), Type.Null()]));
export const MaybeUserId = Type.Optional(
  Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
);

/** Parses the body: JSON, or a form with the JSON in its field `payload`, which is GitHub's default. */
export function readPayload({ headers, rawBody }: Pick<WebhookRequest, "headers" | "rawBody">): unknown {
  const body = rawBody.toString("utf8");
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(findHeader(headers, "content-type") ?? "");
  const text = isForm ? readForm(body).get("payload") : body;
  if (text === null) {
    throw new AppError("bad_request", "The form has no field named payload; choose application/json in the git host.");
  }
  checkBody(text, webhookBounds);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("bad_request", "The webhook's payload isn't valid JSON.", { cause: error });
  }
}

export function checkPayload<Payload>(isPayload: SchemaCheck<Payload>, payload: unknown): Payload {
  if (isPayload(payload)) {
    return payload;
  }
  throw new AppError("bad_request", "The webhook's payload doesn't match its event; see details.", {
    details: (isPayload.errors ?? []).map(({ instancePath, message = "is not valid" }) => ({
      path: `body${instancePath.replaceAll("/", ".")}`,
      message,
    })),
  });
}
