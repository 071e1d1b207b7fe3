import { expect, test } from "vitest";
import { isSameRepository } from "./same-repository.ts";

const repository = "https://github.com/acme/docs";

test.each([
  "https://github.com/acme/docs.git",
  "https://github.com/acme/docs/",
  "https://GitHub.com/Acme/Docs.GIT",
  "http://github.com/acme/docs",
  "https://github.com:443/acme/docs",
])("%s is the same repository", (address) => {
  expect(isSameRepository(address, repository)).toBe(true);
  expect(isSameRepository(repository, address)).toBe(true);
});

test.each([
  "https://github.com/acme/docs2",
  "https://github.com/acme",
  "https://github.com/acme/docs/wiki",
  "https://github.com.example.com/acme/docs",
  "https://gitlab.com/acme/docs",
  "https://github.com:8443/acme/docs",
  "git@github.com:acme/docs.git",
  "",
])("%j is another repository", (address) => {
  expect(isSameRepository(address, repository)).toBe(false);
});

test("text that is not an address doesn't match any repository, not even itself", () => {
  expect(isSameRepository("docs", "docs")).toBe(false);
});
