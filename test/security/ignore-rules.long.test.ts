import { test } from "vitest";
import { compareWithGit } from "./git-ignore.ts";

test("the lines of .mintignore have the same meaning as for git, in many random cases", () => {
  compareWithGit(500);
});
