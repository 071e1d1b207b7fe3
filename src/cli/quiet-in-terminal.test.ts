import { expect, test } from "vitest";
import { chooseLogFormat } from "../platform/log.ts";
import { quietInTerminal } from "./quiet-in-terminal.ts";

test("the log is JSON for machines and readable for people, unless a setting says otherwise", () => {
  expect(chooseLogFormat(undefined, false)).toBe("json");
  expect(chooseLogFormat(undefined, true)).toBe("pretty");
  expect(chooseLogFormat("json", true)).toBe("json");
  expect(chooseLogFormat("pretty", false)).toBe("pretty");
});

test("only a person who watches and asked for nothing else gets warnings alone", () => {
  expect(quietInTerminal({ PORT: "1" }, true)).toEqual({ PORT: "1", LECTERN_LOG_LEVEL: "warn" });
  expect(quietInTerminal({ LECTERN_LOG_FORMAT: "pretty" }, true)).toMatchObject({ LECTERN_LOG_LEVEL: "warn" });
  for (const environment of [{ LECTERN_LOG_LEVEL: "debug" }, { LECTERN_LOG_FORMAT: "json" }]) {
    expect(quietInTerminal(environment, true)).toBe(environment);
  }
  expect(quietInTerminal({}, false)).toEqual({});
});
