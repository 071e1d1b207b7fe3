import { AppError } from "./errors.ts";

/**
 * What one message from outside may cost, be it a request, a webhook or a message of live editing. No message may stop
 * the server, no matter who sends it. `test/security/one-message` sends the worst messages of every kind.
 */
export const messageBounds = {
  /** Its size and shape, which are checked before anything reads it. */
  bytesMax: 1_048_576,
  /** For bodies whose schema doesn't allow more. */
  shortBytesMax: 65_536,
  depthMax: 64,
  valuesMax: 20_000,
  /** The processor time of the API process. */
  processorMillisecondsMax: 250,
  /** What it makes the server send, to all connections together. Files and pages of a project may be longer. */
  sentBytesMax: 1_000_000,
  sentMessagesMax: 10,
  /** What it makes the server start. */
  processesMax: 8,
};

/** Messages to tools. Their arguments are a few texts. */
export const toolMessageBounds = { bytesMax: messageBounds.shortBytesMax, depthMax: 20, valuesMax: 500 };

export type BodyBounds = typeof toolMessageBounds;

const kibibyte = 1_024;
const mebibyte = 1_048_576;
const formFieldsMax = 100;

/** Throws if a JSON text has too many bytes, values or levels, before any parser turns them into objects. */
export function checkBody(text: string, { bytesMax, depthMax, valuesMax }: BodyBounds = messageBounds): void {
  if (Buffer.byteLength(text) > bytesMax) throw tooLarge(bytesMax);
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfText(text, at);
    else if (character === "]" || character === "}") depth -= 1;
    else if (character === "[" || character === "{") depth += 1;
    if (character === "," || character === "[" || character === "{") values += 1;
    if (depth > depthMax || values > valuesMax) {
      throw new AppError(
        "bad_request",
        `The body has too many parts; send at most ${valuesMax} values in at most ${depthMax} levels.`,
      );
    }
  }
}

/** The fields of a form. Node's parser takes minutes for some megabytes of fields, so there may only be a few. */
export function readForm(text: string): URLSearchParams {
  if (text.split("&", formFieldsMax + 1).length > formFieldsMax) {
    throw new AppError("too_large", `The form has too many fields; send at most ${formFieldsMax}.`);
  }
  return new URLSearchParams(text);
}

export function tooLarge(bytesMax: number): AppError {
  const size =
    bytesMax < mebibyte ? `${Math.floor(bytesMax / kibibyte)} KiB` : `${Math.floor(bytesMax / mebibyte)} MiB`;
  return new AppError("too_large", `The body is too large; send at most ${size}.`);
}

function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text[first - 1] === "\\") first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}
