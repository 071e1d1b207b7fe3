import { describe, expect, test } from "vitest";
import { type Evidence, type EvidencePassage, isAnswerable } from "./evidence.ts";
import { extractAnswer } from "./extract-answer.ts";

function passage(changes: Partial<EvidencePassage> = {}): EvidencePassage {
  return {
    path: "/install",
    url: "https://docs.acme.test/install#linux",
    title: "Install",
    description: undefined,
    headingPath: ["Linux"],
    blocks: [
      { kind: "text", text: "Acme runs on many systems." },
      { kind: "text", text: "On Linux, install the package with your package manager." },
      { kind: "code", text: "apt install acme", language: "sh" },
      { kind: "text", text: "Then start it." },
    ],
    continued: () => [],
    score: 10,
    coverage: 1,
    wordsCovered: 2,
    isNamed: true,
    ...changes,
  };
}

/** Covers as much as it has of these words. */
function evidence(words: string[], ...passages: EvidencePassage[]): Evidence {
  const coverageOf = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length / words.length;
  const fitOf = (heading: string) => coverageOf(heading) * Math.min(1, words.length / heading.split(/\s+/).length);
  return { passages, coverageOf, fitOf };
}

const numberOf = (found: EvidencePassage) => (found.path === "/install" ? 1 : 2);

describe("an extracted answer", () => {
  test("is the paragraph that covers the question, with the code after it", () => {
    const { text } = extractAnswer(evidence(["install", "package", "manager"], passage({ headingPath: [] })), numberOf);
    expect(text).toBe(
      [
        "**From the docs: Install** [1]",
        "On Linux, install the package with your package manager.",
        "```sh\napt install acme\n```",
        "Then start it.",
      ].join("\n\n"),
    );
  });

  test("names the columns of a table's row, and ends before a path without its file", () => {
    const blocks = [
      { kind: "text" as const, text: "Setting · Required · Default" },
      { kind: "text" as const, text: "SIZE_MAX · No · 3 MB", item: 0, code: [0, 8, 16, 20] },
      { kind: "text" as const, text: ".github/workflows/release-of-a-staging-site.yml" },
    ];
    const { text } = extractAnswer(evidence(["size_max"], passage({ headingPath: [], blocks })), numberOf);
    expect(text).toBe("**From the docs: Install** [1]\n\n- `SIZE_MAX` · Required: No · Default: `3 MB`");
  });

  test("starts with its section if the heading is the question", () => {
    const { text } = extractAnswer(evidence(["linux"], passage()), numberOf);
    expect(text).toContain("Acme runs on many systems.");
  });

  test("starts earlier if the best paragraph refers to the previous one", () => {
    const blocks = [
      { kind: "text" as const, text: "Set the port first." },
      { kind: "text" as const, text: "This makes the proxy find it." },
    ];
    const { text } = extractAnswer(evidence(["proxy"], passage({ headingPath: [], blocks })), numberOf);
    expect(text).toContain("Set the port first.");
  });

  test("lists related pages, but not those that hardly match", () => {
    const near = passage({ path: "/docker", title: "Docker", score: 8 });
    const far = passage({ path: "/license", title: "License", score: 1 });
    const { text } = extractAnswer(evidence(["linux"], passage(), near, far), numberOf);
    expect(text).toContain("Related: Docker [2]");
    expect(text).not.toContain("License");
  });

  test("leaves out code that is too long", () => {
    const blocks = [
      { kind: "text" as const, text: "All about linux." },
      { kind: "code" as const, text: "x\n".repeat(40) },
    ];
    expect(extractAnswer(evidence(["linux"], passage({ blocks })), numberOf).text).not.toContain("```");
  });

  test("keeps lists and code", () => {
    const blocks = [
      { kind: "text" as const, text: "On linux, in this order:" },
      { kind: "text" as const, text: "run apt install", item: 1, code: [4, 15] },
      { kind: "text" as const, text: "start it", item: 2 },
      { kind: "text" as const, text: "Name · `x`", code: [7, 10] },
      { kind: "text" as const, text: "a *b*", item: 0 },
    ];
    expect(extractAnswer(evidence(["linux"], passage({ blocks })), numberOf).text).toBe(
      [
        "**From the docs: Install › Linux** [1]",
        "On linux, in this order:",
        "1. run `apt install`\n2. start it",
        "Name · `` `x` ``",
        "- a \\*b\\*",
      ].join("\n\n"),
    );
  });

  test("is a single row of a table, or a complete list of steps", () => {
    const rows = ["HOST is the address", "PORT is the port", "DATA is the folder"];
    const table = rows.map((text) => ({ kind: "text" as const, text, item: 0 }));
    const found = extractAnswer(evidence(["port"], passage({ headingPath: [], blocks: table })), numberOf);
    expect(found.text).toBe("**From the docs: Install** [1]\n\n- PORT is the port");
    const steps = rows.map((text, index) => ({ kind: "text" as const, text, item: index + 1 }));
    const all = extractAnswer(evidence(["port"], passage({ headingPath: [], blocks: steps })), numberOf);
    expect(all.text).toContain("1. HOST is the address\n2. PORT is the port\n3. DATA is the folder");
  });

  test("does not end with the title of a tab", () => {
    const blocks = [
      { kind: "text" as const, text: "On linux, poll." },
      { kind: "text" as const, text: "Shell" },
      { kind: "code" as const, text: "x\n".repeat(40) },
    ];
    expect(extractAnswer(evidence(["linux"], passage({ blocks })), numberOf).text).toMatch(/poll\.$/);
  });

  test("is not taken from a page that has only a method and a path", () => {
    const operation = passage({ path: "/api", blocks: [{ kind: "text", text: "POST /v1/linux" }], score: 12 });
    expect(extractAnswer(evidence(["linux"], operation, passage()), numberOf).text).toContain("Acme runs");
  });

  test("starts with the description if it is taken from the beginning of a page", () => {
    const blocks = [{ kind: "text" as const, text: "POST /v1/linux", code: [5, 14] }];
    const start = passage({ headingPath: [], blocks, description: "Makes linux start the server again." });
    expect(extractAnswer(evidence(["linux"], start), numberOf).text).toContain(
      "Makes linux start the server again.\n\nPOST `/v1/linux`",
    );
  });

  test("never turns text from a page into markup", () => {
    const blocks = [
      { kind: "text" as const, text: "# linux [x](https://evil.test) `a` *b*" },
      { kind: "code" as const, text: "```\nnested\n```" },
    ];
    const { text } = extractAnswer(evidence(["linux"], passage({ blocks })), numberOf);
    expect(text).toContain("\\# linux \\[x\\](https://evil.test) \\`a\\` \\*b\\*");
    expect(text).toContain("````\n```\nnested\n```\n````");
  });
});

describe("the source of an answer", () => {
  const long = (text: string) => ({ kind: "text" as const, text: `${text} ${"More of it is told here. ".repeat(8)}` });

  test("is the section whose heading is the question, even on another page", () => {
    const given = [
      passage({ blocks: [long("Where files are stored can be changed.")], headingPath: ["Requirements"] }),
      passage({ path: "/faq", headingPath: ["files stored"], blocks: [{ kind: "text", text: "~/files", item: 0 }] }),
    ];
    const { text, passage: taken } = extractAnswer(evidence(["files", "stored"], ...given), numberOf);
    expect(taken).toBe(given[1]);
    expect(text).toContain("- \\~/files");
  });

  test("is not a sentence that only links to another page", () => {
    const given = [
      passage({ blocks: [long("The limit of files.")], headingPath: ["About the limit"] }),
      passage({
        path: "/other",
        headingPath: ["limit files"],
        blocks: [{ kind: "text", text: "See the page on files." }],
      }),
    ];
    expect(extractAnswer(evidence(["limit", "files"], ...given), numberOf).passage).toBe(given[0]);
  });

  test("continues under the heading if it is short", () => {
    const continued = () => [
      { headingPath: ["Linux", "Debian"], blocks: [{ kind: "code" as const, text: "apt install acme" }] },
    ];
    const blocks = [{ kind: "text" as const, text: "Install the package on Linux:" }];
    const { text } = extractAnswer(evidence(["linux"], passage({ blocks, continued })), numberOf);
    expect(text).toContain("Install the package on Linux:\n\nDebian\n\n```\napt install acme\n```");
  });

  test("does not end with an introduction to something not shown", () => {
    const blocks = [
      { kind: "text" as const, text: "Linux has a package of it." },
      { kind: "text" as const, text: "An example of all its settings:" },
      { kind: "code" as const, text: "line\n".repeat(60) },
      { kind: "text" as const, text: "Can it be removed again?" },
    ];
    const { text } = extractAnswer(evidence(["linux"], passage({ blocks })), numberOf);
    expect(text).toBe("**From the docs: Install › Linux** [1]\n\nLinux has a package of it.");
  });

  test("keeps a number at the start of a line", () => {
    const blocks = [{ kind: "text" as const, text: "0.25% of Linux" }];
    expect(extractAnswer(evidence(["linux"], passage({ blocks })), numberOf).text).toContain("0\\.25% of Linux");
  });
});

describe("a question is answerable when", () => {
  const isEnough = (given: Partial<EvidencePassage>) => isAnswerable(evidence(["x"], passage(given)));

  test("a passage is about one of its words and covers a third of it, or more if that is the only word", () => {
    expect(isEnough({ isNamed: true, wordsCovered: 2, coverage: 0.35 })).toBe(true);
    expect(isEnough({ isNamed: true, wordsCovered: 2, coverage: 0.34 })).toBe(false);
    expect(isEnough({ isNamed: true, wordsCovered: 1, coverage: 0.4 })).toBe(true);
    expect(isEnough({ isNamed: true, wordsCovered: 1, coverage: 0.39 })).toBe(false);
  });

  test("several of its words occur together, even if not in a heading", () => {
    expect(isEnough({ isNamed: false, wordsCovered: 2, coverage: 0.55 })).toBe(true);
    expect(isEnough({ isNamed: false, wordsCovered: 2, coverage: 0.54 })).toBe(false);
    expect(isEnough({ isNamed: false, wordsCovered: 1, coverage: 0.55 })).toBe(false);
  });

  test("nearly all of it is covered, even by a single word", () => {
    expect(isEnough({ isNamed: false, wordsCovered: 1, coverage: 0.8 })).toBe(true);
    expect(isEnough({ isNamed: false, wordsCovered: 1, coverage: 0.79 })).toBe(false);
  });

  test("anything at all was found", () => {
    expect(isAnswerable(evidence(["x"]))).toBe(false);
  });
});
