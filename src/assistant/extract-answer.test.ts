import { describe, expect, test } from "vitest";
import { type Evidence, type EvidencePassage, isAnswerable } from "./evidence.ts";
import { extractAnswer } from "./extract-answer.ts";

function passage(changes: Partial<EvidencePassage> = {}): EvidencePassage {
  return {
    path: "/install",
    url: "https://docs.acme.test/install#linux",
    title: "Install",
    headingPath: ["Linux"],
    blocks: [
      { kind: "text", text: "Acme runs on many systems." },
      { kind: "text", text: "On Linux, install the package with your package manager." },
      { kind: "code", text: "apt install acme", language: "sh" },
      { kind: "text", text: "Then start it." },
    ],
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
  return { passages, coverageOf };
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

  test("begins where its section begins when the heading is the question", () => {
    const { text } = extractAnswer(evidence(["linux"], passage()), numberOf);
    expect(text).toContain("Acme runs on many systems.");
  });

  test("begins earlier when the best paragraph leans on the one before", () => {
    const blocks = [
      { kind: "text" as const, text: "Set the port first." },
      { kind: "text" as const, text: "This makes the proxy find it." },
    ];
    const { text } = extractAnswer(evidence(["proxy"], passage({ headingPath: [], blocks })), numberOf);
    expect(text).toContain("Set the port first.");
  });

  test("names related pages, but not those that hardly match", () => {
    const near = passage({ path: "/docker", title: "Docker", score: 8 });
    const far = passage({ path: "/license", title: "License", score: 1 });
    const { text } = extractAnswer(evidence(["linux"], passage(), near, far), numberOf);
    expect(text).toContain("Related: Docker [2]");
    expect(text).not.toContain("License");
  });

  test("leaves out code that is too long to be an answer", () => {
    const blocks = [
      { kind: "text" as const, text: "All about linux." },
      { kind: "code" as const, text: "x\n".repeat(40) },
    ];
    expect(extractAnswer(evidence(["linux"], passage({ blocks })), numberOf).text).not.toContain("```");
  });

  test("does not let the words of a page become markup", () => {
    const blocks = [
      { kind: "text" as const, text: "# linux [x](https://evil.test) `a` *b*" },
      { kind: "code" as const, text: "```\nnested\n```" },
    ];
    const { text } = extractAnswer(evidence(["linux"], passage({ blocks })), numberOf);
    expect(text).toContain("\\# linux \\[x\\](https://evil.test) \\`a\\` \\*b\\*");
    expect(text).toContain("````\n```\nnested\n```\n````");
  });
});

describe("a question is answerable when", () => {
  const isEnough = (given: Partial<EvidencePassage>) => isAnswerable(evidence(["x"], passage(given)));

  test("a passage is about one of its words and has a third of it", () => {
    expect(isEnough({ isNamed: true, wordsCovered: 1, coverage: 0.35 })).toBe(true);
    expect(isEnough({ isNamed: true, wordsCovered: 1, coverage: 0.34 })).toBe(false);
  });

  test("several of its words stand together, though not in a heading", () => {
    expect(isEnough({ isNamed: false, wordsCovered: 2, coverage: 0.55 })).toBe(true);
    expect(isEnough({ isNamed: false, wordsCovered: 2, coverage: 0.54 })).toBe(false);
    expect(isEnough({ isNamed: false, wordsCovered: 1, coverage: 0.55 })).toBe(false);
  });

  test("nearly all of it is there, be it one word", () => {
    expect(isEnough({ isNamed: false, wordsCovered: 1, coverage: 0.8 })).toBe(true);
    expect(isEnough({ isNamed: false, wordsCovered: 1, coverage: 0.79 })).toBe(false);
  });

  test("anything at all was found", () => {
    expect(isAnswerable(evidence(["x"]))).toBe(false);
  });
});
