import { expect, test } from "vitest";
import { mentionedPeople } from "./mentioned-people.ts";

const people = ["Ann", "Anna", "Ada", "Ada King", "José"].map((name) => ({ id: name, name }));

test.each([
  ["@Anna, is that so?", ["Anna"]],
  ["@Ann is here, and @Anna too", ["Anna", "Ann"]],
  ["@Ada King wrote it", ["Ada King"]],
  ["@Ada King and @Ada.", ["Ada King", "Ada"]],
  ["Thanks (@José)!", ["José"]],
  ["Ada wrote to ann@example.com about @Anneliese", []],
])("%s", (body, expected) => {
  expect(mentionedPeople(body, people)).toEqual(expected);
});
