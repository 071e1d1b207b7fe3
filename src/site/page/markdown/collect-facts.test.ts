import { expect, test } from "vitest";
import { element } from "../../shared/html/html-node.ts";
import { collectFacts } from "./collect-facts.ts";

test("the section title of a request body leaves out badges and tooltips", () => {
  const pills = [
    element("span", { class: "media-type" }, ["application/json"]),
    element("a", {}, [element("span", { class: "badge" }, ["2.0+"])]),
    { onPage: [element("span", { class: "tooltip-box" }, ["Since version 2.0."])], inMarkdown: [] },
    element("span", { class: "field-required" }, ["required"]),
  ];
  const heading = element("h2", { id: "body" }, ["Body", ...pills]);
  const { headings, sections } = collectFacts([heading], "/api", { imagesWithoutAlt: [], looseLinks: [] });
  expect(headings.map(({ text }) => text)).toEqual(["Body"]);
  expect(sections.map(({ headingPath }) => headingPath)).toEqual([["Body"]]);
});
