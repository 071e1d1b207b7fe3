import type { Static, TSchema } from "typebox";
import type { Validator } from "typebox/compile";
import { AppError } from "../platform/errors.ts";
import { findHeader, type WebhookRequest } from "./webhook-request.ts";

/** The JSON that came: the body itself or, as GitHub sends it unless told otherwise, the field `payload` of a form. */
export function readPayload({ headers, rawBody }: Pick<WebhookRequest, "headers" | "rawBody">): unknown {
  const body = rawBody.toString("utf8");
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(findHeader(headers, "content-type") ?? "");
  const text = isForm ? new URLSearchParams(body).get("payload") : body;
  if (text === null) {
    throw new AppError("bad_request", "The form has no field named payload; choose application/json in the git host.");
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("bad_request", "The webhook's payload is not valid JSON.", { cause: error });
  }
}

/** The payload as its schema describes it; what the schema does not name may be anything. */
export function checkPayload<Schema extends TSchema>(
  validator: Validator<Record<never, never>, Schema>,
  payload: unknown,
): Static<Schema> {
  if (validator.Check(payload)) {
    return payload;
  }
  throw new AppError("bad_request", "The webhook's payload is not what its event promises; see details.", {
    details: validator.Errors(payload).map(({ instancePath, message }) => ({
      path: `body${instancePath.replaceAll("/", ".")}`,
      message,
    })),
  });
}
