import { Ajv, type ValidateFunction } from "ajv";
import type { Static, TSchema } from "typebox";
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

const ajv = new Ajv({ strict: false });

export function compilePayload<Schema extends TSchema>(schema: Schema): ValidateFunction<Static<Schema>> {
  return ajv.compile<Static<Schema>>(schema);
}

/** The payload as its schema describes it; what the schema does not name may be anything. */
export function checkPayload<Payload>(isPayload: ValidateFunction<Payload>, payload: unknown): Payload {
  if (isPayload(payload)) {
    return payload;
  }
  throw new AppError("bad_request", "The webhook's payload is not what its event promises; see details.", {
    details: (isPayload.errors ?? []).map(({ instancePath, message = "is not valid" }) => ({
      path: `body${instancePath.replaceAll("/", ".")}`,
      message,
    })),
  });
}
