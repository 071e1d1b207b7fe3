import { expect, test } from "vitest";
import { findOrganization, organizationPath } from "./organization-path.ts";

const organization = (id: string, name: string) => ({ id, name, role: "admin" as const, needsSecondFactor: false });

test("the path of an organization is a slug of its name", () => {
  const acme = organization("org_1", "Ácme Corp.");
  expect(organizationPath(acme, [acme])).toBe("acme-corp");
  expect(findOrganization("acme-corp", [acme])).toBe(acme);
});

test("organizations with the same name use their IDs", () => {
  const all = [organization("org_1", "Acme"), organization("org_2", "ACME")];
  expect(all.map((one) => organizationPath(one, all))).toEqual(["org_1", "org_2"]);
  expect(findOrganization("acme", all)).toBeUndefined();
});

test("an organization can always be addressed by its ID", () => {
  const acme = organization("org_1", "Acme");
  expect(findOrganization("org_1", [acme])).toBe(acme);
});

test("an organization with a reserved name or a name without letters uses its ID", () => {
  expect(organizationPath(organization("org_1", "Sign in"), [])).toBe("org_1");
  expect(organizationPath(organization("org_2", "日本"), [])).toBe("org_2");
});
