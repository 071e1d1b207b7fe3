import { createRequire } from "node:module";
import hljs from "highlight.js/lib/core";
import { expect, test } from "vitest";
import { HtmlEmitter } from "./html-emitter.ts";

const require = createRequire(import.meta.url);
const [theirs, ours] = [hljs.newInstance(), hljs.newInstance()];
ours.configure({ __emitter: HtmlEmitter });
for (const name of ["javascript", "python", "xml", "css", "markdown", "bash", "php", "diff", "yaml", "graphql"]) {
  for (const instance of [theirs, ours]) instance.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));
}

test.each([
  ["javascript", `const a = \`x \${b < 1 ? '"' : "'"} & y\`; // <b>\nclass A extends B { static async go() {} }`],
  ["javascript", `const query = gql\`query { user { name } }\`; const page = html\`<p class="a">\${x}</p>\``],
  ["python", "@decorated\ndef f(x: int = 0) -> str:\n    '''doc'''\n    return f\"{x!r} & {'<'}\""],
  ["xml", "<style>p { color: red }</style><script>if (a < b) alert(\"&amp;\")</script><a href='x'>&lt;</a>"],
  ["markdown", '# T\n\n<div class="a">*x*</div>\n\n```js\nlet a\n```'],
  ["php", '<?php echo "a $b {$c->d}"; ?><b>html</b><?php // not closed'],
  ["bash", 'curl -X POST "$URL/$(id -u)" -d \'{"a": 1}\' # done'],
  ["diff", "--- a\n+++ b\n@@ -1 +1 @@\n-<x>\n+&"],
  ["yaml", "a: &b [1, 'two', \"three\"]\nc: *b"],
  ["python", "'''never closed"],
])("highlighted %s is the same as from the library's own emitter: %s", (language, code) => {
  const value = (instance: typeof hljs) => instance.highlight(code, { language, ignoreIllegals: true }).value;
  expect(value(ours)).toBe(value(theirs));
});
