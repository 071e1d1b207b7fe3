import { expect, test } from "vitest";
import { questionKind, sidesOf, tellingPart } from "./question-kind.ts";

test.each([
  ["what is encapsulation", "whatis"],
  ["whats a lifespan?", "whatis"],
  ["What does LECTERN_URL do?", "whatis"],
  ["how do I install it", "install"],
  ["getting started", "install"],
  ["how do I rotate a key", "howto"],
  ["redirect an old url to a new one", "howto"],
  ["default port of the dev server", "value"],
  ["how many requests per hour are allowed", "value"],
  ["error code when a tool times out", "value"],
  ["can I use scss without installing a plugin", "yesno"],
  ["TypeError: Failed to fetch dynamically imported module", "error"],
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "error"],
  ["sign-in ends with account_not_linked", "error"],
  ["show me a test that calls a route", "code"],
  ["pytest example for testing a server", "code"],
  ["what does the nginx config look like?", "code"],
  ["requestTimeout or handlerTimeout?", "compare"],
  ["difference between hidden and noindex", "compare"],
  ["Was ist ein Plugin?", "whatis"],
  ["Wie viele Anfragen sind erlaubt?", "value"],
])("%s asks for %s", (question, kind) => {
  expect(questionKind(question)).toBe(kind);
});

test.each([
  ["admin key vs assistant key", ["admin key", "assistant key"]],
  ["difference between hidden and noindex", ["hidden", "noindex"]],
  ["should I use ctx.elicit or guard pattern?", ["ctx.elicit", "guard pattern"]],
  ["preSerialization vs onSend hook, whats the difference", ["preSerialization", "onSend"]],
])("%s compares two things", (question, sides) => {
  expect(sidesOf(question)).toEqual(sides);
});

test("a question without alternatives compares nothing", () => {
  expect(sidesOf("how do I rotate a key")).toBeUndefined();
});

test("words that only phrase a question are dropped unless nothing would remain", () => {
  expect(tellingPart("show me code for a custom 404 page", "code")).toBe("me for a custom 404 page");
  expect(tellingPart("whats a lifespan", "whatis")).toBe("a lifespan");
  expect(tellingPart("example", "code")).toBe("example");
});
