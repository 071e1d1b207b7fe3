import { expect, test } from "vitest";
import { element } from "../../shared/html/html-node.ts";
import { collectFacts } from "./collect-facts.ts";

test("the section title of a request body leaves out the type and the required badge", () => {
  const pills = [
    element("span", { class: "media-type" }, ["application/json"]),
    element("span", { class: "field-required" }, ["required"]),
  ];
  const heading = element("h2", { id: "body" }, ["Body", ...pills]);
  const { headings, sections } = collectFacts([heading], "/api", { imagesWithoutAlt: [], looseLinks: [] });
  expect(headings.map(({ text }) => text)).toEqual(["Body"]);
  expect(sections.map(({ headingPath }) => headingPath)).toEqual([["Body"]]);
});
