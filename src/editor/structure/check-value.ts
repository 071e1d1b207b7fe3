import { AppError } from "../../platform/errors.ts";
import { isJsonObject, type JsonValue } from "../../site/project.ts";

const valueBytesMax = 500_000;
const valueDepthMax = 20;
export const forbiddenKeys: ReadonlySet<unknown> = new Set(["__proto__", "constructor", "prototype", "$ref"]);

/** The server checks a value before it sends it to a text process, because a deeply nested one can't be sent. */
export function checkValue(value: unknown): JsonValue {
  const check = (part: unknown, depth: number): void => {
    if (depth > valueDepthMax) throw new AppError("bad_request", "The value is nested too deeply.");
    if (Array.isArray(part)) for (const item of part) check(item, depth + 1);
    else if (isJsonObject(part)) {
      for (const [key, item] of Object.entries(part)) {
        if (forbiddenKeys.has(key)) throw new AppError("bad_request", `A setting can't have the name ${key}.`);
        check(item, depth + 1);
      }
    }
  };
  check(value, 0);
  if (Buffer.byteLength(JSON.stringify(value)) > valueBytesMax) {
    throw new AppError("too_large", `A setting can have at most ${valueBytesMax} bytes.`);
  }
  return value as JsonValue;
}
