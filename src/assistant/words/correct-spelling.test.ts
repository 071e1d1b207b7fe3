import { expect, test } from "vitest";
import { indexOf, page } from "../../search/search-test-support.ts";
import { correctSpelling } from "./correct-spelling.ts";
import { vocabularyOf } from "./vocabulary.ts";

const index = await indexOf(
  page(
    "/server",
    "Change the port: Change the port of the server with an environment variable. The API has a timeout.",
  ),
  page(
    "/types",
    "Type check: The type check reports errors. Configure authentication of the plugin. Launch the npm script.",
  ),
  page("/reload", "Hotreload: The hotreload of modules. A sample, a tree, a class, a style and a database."),
);
const vocabulary = vocabularyOf(index);

test.each([
  ["how do i chnage the prot of the servr", "how do i change the port of the server"],
  ["whats the tiemout", "whats the timeout"],
  ["enviroment varible", "environment variable"],
  ["authetication for the pluggin", "authentication for the plugin"],
  ["databse", "database"],
  ["nmp script", "npm script"],
  ["typecheck fails", "type check fails"],
  ["hot reload of modules", "hot reload of modules hotreload"],
  ["teh eror of a custmer", "the error of a customer"],
  ["somthing taht evrybody knwos", "something that everybody knows"],
])("%j is read as %j", (written, meant) => {
  expect(correctSpelling(vocabulary, written)).toBe(meant);
});

test.each([
  "do I have to pay for lunch",
  "does it support saml",
  "names are clashing",
  "is it free",
  "is it certified for visitors",
  "does it work with redis or kubernetes",
  "the style is stale",
  "how do I call `servr`",
  "what is Servr",
  "set servr_port",
  "open servr.ts",
])("%j has no typo", (text) => {
  expect(correctSpelling(vocabulary, text)).toBe(text);
});
