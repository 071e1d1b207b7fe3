import { expect, test } from "vitest";
import { tooMuchWork } from "../platform/calls/call-process.ts";
import { AppError } from "../platform/errors.ts";
import { withFittingMessages } from "./text-processes.ts";

test.each([
  ["searchDraft", "too_large", /^The search takes/],
  ["unpackArchive", "too_large", /^The archive takes/],
  ["readText", "too_large", /^The text takes/],
])("a call of %s that takes too much work says what took too long", async (name, code, message) => {
  const call = () => Promise.reject(new AppError("too_large", tooMuchWork));
  const pool = withFittingMessages<Record<string, () => void>>({ call, close() {} });
  await expect(pool.call("a", name, undefined as never)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});
