import { expect, test } from "vitest";
import { indexPages } from "./closest-pages.ts";

const titles = {
  "/": "Welcome",
  "/guides/backup": "Back up and restore",
  "/guides/publish": "Publish a project",
  "/de/guides/backup": "Sichern",
  "/v1/guides/backup": "Backup",
  "/api/users/create": "Create a user",
  "/operate/environment-variables": "Configuration",
};
const pages = Object.entries(titles).map(([path, title]) => ({ path, title }));
const moved = { path: "/guides/publish", title: "Publish a project", movedFrom: "/start/deployment" };
const closest = (path: string) => indexPages([...pages, moved])(path).map((page) => page.path);

test.each([
  ["/guides/bakup", "/guides/backup"],
  ["/guide/backup", "/guides/backup"],
  ["/de/guides/bakcup", "/de/guides/backup"],
  ["/v1/guide/backups", "/v1/guides/backup"],
  ["/guides/Backup.html", "/guides/backup"],
  ["/create-user", "/api/users/create"],
  ["/configuration", "/operate/environment-variables"],
  ["/start/deploymant", "/guides/publish"],
])("the page closest to %s is %s", (asked, expected) => {
  expect(closest(asked)[0]).toBe(expected);
});

test("nothing is suggested for an address that resembles no page", () => {
  expect(closest("/wp-admin")).toEqual([]);
  expect(closest("/zzqqxx")).toEqual([]);
  expect(closest("/")).toEqual([]);
});

test("at most three pages are suggested, each once", () => {
  const same = Array.from({ length: 9 }, (_, index) => ({ path: `/v${index}/backup`, title: "Backup" }));
  const found = indexPages([...same, { path: "/v1/backup", title: "Backup", movedFrom: "/bakup" }])("/bakup");
  expect(found).toHaveLength(3);
  expect(new Set(found.map(({ path }) => path)).size).toBe(3);
  expect(found[0]?.path).toBe("/v1/backup");
});

test("the number of comparisons is limited even if a site has very many similar pages", () => {
  const many = Array.from({ length: 30_000 }, (_, index) => ({ path: `/p/${"ab".repeat(20)}${index}`, title: "x" }));
  expect(indexPages(many)(`/p/${"ba".repeat(30)}`).length).toBeLessThanOrEqual(3);
});
