import { expect, test } from "vitest";
import { checkNode } from "./node.ts";

test("a Node that is too old fails, and an untested newer one warns", () => {
  expect(checkNode("22.18.0").state).toBe("fail");
  expect(checkNode("24.0.0").state).toBe("ok");
  expect(checkNode("99.0.0").state).toBe("warn");
});
