import { expect, test } from "vitest";
import { editLinks } from "./edit-links.ts";

const source = {
  base: "https://git.example.org/edit/",
  issueBase: "https://git.example.org/issues/new",
  isPublic: true,
};

test("pages link to the files of a public repository unless the author disables it", () => {
  expect(editLinks({}, source)).toEqual({ editBase: source.base, issueBase: undefined });
  expect(editLinks({ feedback: { suggestEdit: false } }, source).editBase).toBeUndefined();
  expect(editLinks({}, { ...source, isPublic: false }).editBase).toBeUndefined();
  expect(editLinks({ feedback: { suggestEdit: true } }, { ...source, isPublic: false }).editBase).toBe(source.base);
});

test("pages link to a new issue if the author enables it and the git host is known", () => {
  const feedback = { raiseIssue: true };
  expect(editLinks({ feedback }, { ...source, isPublic: false }).issueBase).toBe(source.issueBase);
  expect(editLinks({ feedback }, undefined)).toEqual({ editBase: undefined, issueBase: undefined });
});
