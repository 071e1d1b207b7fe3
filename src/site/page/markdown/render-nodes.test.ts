import { expect, test } from "vitest";
import { printHtml } from "../../ground/html/print-html.ts";
import { inlineCode } from "./render-nodes.ts";

const print = (code: string) => printHtml([inlineCode(code)]);

test("flags of a command are kept whole, and nothing else is touched", () => {
  expect(print("run -- dev --port=1")).toBe(
    '<code>run <span class="code-flag">--</span> dev <span class="code-flag">--port</span>=1</code>',
  );
  expect(print("a--b x--y <!-- -->")).toBe("<code>a--b x--y &lt;!-- --&gt;</code>");
  expect(print("")).toBe("<code></code>");
});
