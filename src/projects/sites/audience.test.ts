import { expect, test } from "vitest";
import { groupsAudience } from "../access/access.ts";
import { isBaseView, readersOf, sharedView, viewOf, writeRestrictions } from "./audience.ts";

const grouped = writeRestrictions({ groups: ["", "admin", "beta"], publicPages: "some", hasClosedPages: false });

test("readers whose groups don't occur on the site share the view of readers without groups", () => {
  expect(sharedView(groupsAudience(["sales", "beta"]), grouped)).toBe('groups:["beta"]');
  expect(sharedView(groupsAudience(["sales"]), grouped)).toBe("groups:[]");
});

test("nobody is in the group of pages whose groups can't be read, not even a reader who claims it", () => {
  expect(sharedView(groupsAudience(["", "admin", "beta"]), grouped)).toBe('groups:["admin","beta"]');
});

test("a reader in all groups shares the view of members", () => {
  const two = writeRestrictions({ groups: ["admin", "beta"], publicPages: "none", hasClosedPages: false });
  expect(sharedView(groupsAudience(["beta", "admin"]), two)).toBe("all");
});

test("a site without restrictions has a single view for everyone who may read it", () => {
  expect(writeRestrictions({ groups: [], publicPages: "none", hasClosedPages: false })).toBeNull();
  const site = { builtFor: viewOf("members", groupsAudience([])), restrictions: null };
  expect(isBaseView(site, "all")).toBe(true);
  expect(isBaseView(site, groupsAudience(["any"]))).toBe(true);
  expect(sharedView("public", null)).toBe("none");
  expect(isBaseView(site, "public")).toBe(false);
});

test("the artifact of an open site isn't served as that of a private one, nor the other way around", () => {
  const closed = writeRestrictions({ groups: [], publicPages: "some", hasClosedPages: true });
  expect(isBaseView({ builtFor: "open", restrictions: closed }, viewOf("members", "public"))).toBe(false);
  expect(isBaseView({ builtFor: "groups:[]", restrictions: closed }, viewOf("public", "public"))).toBe(false);
});

test("an audience becomes the groups that the build filters by", () => {
  expect(readersOf(groupsAudience(["b", "a", "b"]))).toEqual(["a", "b"]);
  expect(readersOf("public")).toBe("public");
});
