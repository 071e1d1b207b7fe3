import { expect, test } from "vitest";
import { bodyForms } from "./body-forms.ts";
import { readBody } from "./read-body.ts";

function data(...entries: [name: string, value: string][]): FormData {
  const fields = new FormData();
  for (const [name, value] of entries) fields.append(name, value);
  return fields;
}

test("fields that the form doesn't have are left out of the body", () => {
  expect(readBody("changeProject", data(["directory", " docs "], ["unknown", "x"]))).toEqual({ directory: "docs" });
});

test("an empty secret keeps the stored one, although the schema allows null", () => {
  expect(readBody("changeProject", data(["repositoryToken", ""], ["modelUrl", ""]))).toEqual({ modelUrl: null });
  expect(readBody("changeServerSignIn", data(["clientSecret", ""]))).toEqual({});
});

test("an unchecked box is sent as false", () => {
  const fields = data(["isStrict", "off"], ["failOnErrors", "off"], ["failOnErrors", "on"]);
  expect(readBody("changeProject", fields)).toEqual({ isStrict: false, failOnErrors: true });
});

test("lists, numbers and nested fields have the types of their schema", () => {
  const fields = data(
    ["branchRules.otherBranches", "v1\n\n release 2 "],
    ["branchRules.requiredApprovals", "2"],
    ["sources.0.path", "sdk"],
    ["sources.0.repository", ""],
  );
  expect(readBody("changeProject", fields)).toEqual({
    branchRules: { otherBranches: ["v1", "release 2"], requiredApprovals: 2 },
    sources: [{ path: "sdk", repository: null }],
  });
  expect(readBody("createKey", data(["allowedAddresses", "203.0.113.7, 10.0.0.0/8"], ["expiresInDays", ""]))).toEqual({
    allowedAddresses: ["203.0.113.7", "10.0.0.0/8"],
  });
  expect(readBody("createWebhook", data(["events", "update.failed"], ["events", "update.succeeded"]))).toEqual({
    events: ["update.failed", "update.succeeded"],
  });
});

test("spaces stay part of a password", () => {
  expect(readBody("changePassword", data(["newPassword", " a b "]))).toEqual({ newPassword: " a b " });
});

test("a field is required if its body is invalid without it or with an empty text", () => {
  expect(bodyForms.createToken.name).toMatchObject({ kind: "text", isRequired: true, most: 100 });
  expect(bodyForms.createToken.expiresInDays).toMatchObject({ kind: "integer", isRequired: false, most: 365 });
  expect(bodyForms.changeServerSignIn.issuer).toMatchObject({ kind: "link", isRequired: true });
  expect(bodyForms.changeSiteAccess["mail.groups"]).toMatchObject({ kind: "lines", isRequired: false });
});
