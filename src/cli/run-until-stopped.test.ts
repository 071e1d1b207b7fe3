import { expect, test } from "vitest";
import { chooseLogFormat } from "../platform/log.ts";
import { quietInTerminal } from "./run-until-stopped.ts";

test("the log is readable text in a terminal and JSON otherwise, unless a setting overrides this", () => {
  expect(chooseLogFormat(undefined, false)).toBe("json");
  expect(chooseLogFormat(undefined, true)).toBe("pretty");
  expect(chooseLogFormat("json", true)).toBe("json");
  expect(chooseLogFormat("pretty", false)).toBe("pretty");
});

test("the log shows only warnings in a terminal, unless a setting overrides this", () => {
  expect(quietInTerminal({ PORT: "1" }, true)).toEqual({ PORT: "1", LECTERN_LOG_LEVEL: "warn" });
  expect(quietInTerminal({ LECTERN_LOG_FORMAT: "pretty" }, true)).toMatchObject({ LECTERN_LOG_LEVEL: "warn" });
  for (const environment of [{ LECTERN_LOG_LEVEL: "debug" }, { LECTERN_LOG_FORMAT: "json" }]) {
    expect(quietInTerminal(environment, true)).toBe(environment);
  }
  expect(quietInTerminal({}, false)).toEqual({});
});
