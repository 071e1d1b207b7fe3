import { expect, test } from "vitest";
import { operatorActor } from "./operator.ts";

test("an operator at the command line is recorded by their user name", () => {
  const actor = operatorActor(() => ({ username: "ada" }));
  expect(actor).toEqual({ kind: "operator", id: "ada", name: "Command line (ada)" });
});

test("an operator whose user ID has no name is recorded as just the command line", () => {
  const actor = operatorActor(() => {
    throw new Error("no entry for this user ID");
  });
  expect(actor).toEqual({ kind: "operator", id: "", name: "Command line" });
});
