import { expect, test } from "vitest";
import { createTerminalText } from "./terminal-text.ts";

const markdown = [
  "**From the docs: Text › Signs** [\\[1\\]](http://docs.localhost/text#signs)",
  "Write \\{ or &lt;, as in `a\\{b` and [More \\[x\\]](http://docs.localhost/more).",
  "```sh\nls *.md \\\n  [a](b)\n```",
  "2 \\* 3 is a [list] & more",
].join("\n\n");

const text = [
  "From the docs: Text › Signs [1]",
  "Write { or <, as in `a\\{b` and More [x] (http://docs.localhost/more).",
  "```sh\nls *.md \\\n  [a](b)\n```",
  "2 * 3 is a [list] & more",
].join("\n\n");

test.each([1, 2, 3, 7, 1_000])("an answer in pieces of %d characters is shown without Markdown", (length) => {
  const terminal = createTerminalText();
  let shown = "";
  for (let at = 0; at < markdown.length; at += length) shown += terminal.add(markdown.slice(at, at + length));
  expect(shown + terminal.end()).toBe(text);
});

test("plain text of an answer is shown immediately", () => {
  expect(createTerminalText().add("Run the server")).toBe("Run the server");
});

test("incomplete Markdown of an answer is shown at the end", () => {
  const terminal = createTerminalText();
  expect([terminal.add("see [the page](http://x"), terminal.end()]).toEqual(["see ", "[the page](http://x"]);
});
