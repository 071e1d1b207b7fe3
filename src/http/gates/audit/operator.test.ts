import { expect, test } from "vitest";
import { operatorActor } from "./operator.ts";

test("whoever works at the command line is known by their name on the machine", () => {
  const actor = operatorActor(() => ({ username: "ada" }));
  expect(actor).toEqual({ kind: "operator", id: "ada", name: "Command line (ada)" });
});

test("a user that has a number only is the command line without a name", () => {
  const actor = operatorActor(() => {
    throw new Error("no entry for this number");
  });
  expect(actor).toEqual({ kind: "operator", id: "", name: "Command line" });
});
