import { expect, test } from "vitest";
import { compareResults, scoreReply } from "./score-reply.ts";

const reply = (outcome: string, cited: string[], text = "New text.") => ({ outcome, cited, text });
const install = { pages: ["/install"], notInDocs: false };
const judged = (verdict: "right" | "partly" | "wrong", cited: string[], outcome = "answered") => ({
  verdict,
  reply: { outcome, cited, text: "Judged text." },
});

test.each([
  ["an answer that cites the page first", install, reply("answered", ["/install"]), "right"],
  [
    "the page under another spelling",
    { ...install, pages: ["install/index"] },
    reply("answered", ["/install"]),
    "right",
  ],
  ["an answer that cites it later", install, reply("answered", ["/other", "/install"]), "partly"],
  ["a suggestion of the page", install, reply("suggested", ["/install"]), "partly"],
  ["an answer from another page", install, reply("answered", ["/other"]), "wrong"],
  ["a refusal although a page answers", install, reply("not_in_docs", []), "wrong"],
  ["a refusal if no page answers", { pages: [], notInDocs: true }, reply("not_in_docs", []), "right"],
  ["an answer if no page answers", { pages: [], notInDocs: true }, reply("answered", ["/install"]), "wrong"],
  ["a suggestion if no page answers", { pages: [], notInDocs: true }, reply("suggested", ["/install"]), "partly"],
  ["anything if nothing is expected", { pages: [], notInDocs: false }, reply("answered", ["/install"]), "unknown"],
  [
    "the very text that was judged wrong, although the page is right",
    { ...install, judged: judged("wrong", ["/install"]) },
    reply("answered", ["/install"], "Judged text."),
    "wrong",
  ],
  [
    "another text from the page whose text was judged wrong",
    { ...install, judged: judged("wrong", ["/install"]) },
    reply("answered", ["/install"]),
    "unknown",
  ],
  [
    "the expected page instead of the one that was judged wrong",
    { ...install, judged: judged("wrong", ["/other"]) },
    reply("answered", ["/install"]),
    "right",
  ],
  [
    "a text that lost a number of the answer that was judged right",
    {
      ...install,
      judged: { verdict: "right", reply: { outcome: "answered", cited: ["/install"], text: "It tries eleven times." } },
    },
    reply("answered", ["/install"], "For a while."),
    "unknown",
  ],
  [
    "another wording that keeps the code of the answer that was judged right",
    {
      ...install,
      judged: { verdict: "right", reply: { outcome: "answered", cited: ["/install"], text: "Run `npm i`." } },
    },
    reply("answered", ["/install"], "Use `npm i` instead."),
    "right",
  ],
  [
    "an answer that lost a fact it must show",
    { ...install, facts: [["eleven times"]], judged: judged("right", ["/install"]) },
    reply("answered", ["/install"], "For a while."),
    "wrong",
  ],
  [
    "another text from the page whose text was judged right",
    { ...install, judged: judged("right", ["/install"]) },
    reply("answered", ["/install"]),
    "right",
  ],
] as const)("%s", (_name, truth, given, expected) => {
  expect(scoreReply(truth, given)).toBe(expected);
});

test("results are compared only if both are known", () => {
  expect(compareResults("right", "partly")).toBe("worse");
  expect(compareResults("wrong", "partly")).toBe("better");
  expect(compareResults("right", "unknown")).toBe("unclear");
  expect(compareResults("wrong", "unknown")).toBe("same");
  expect(compareResults(null, "wrong")).toBe("same");
});
