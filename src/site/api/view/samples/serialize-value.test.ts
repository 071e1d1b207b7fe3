import { expect, test } from "vitest";
import type { JsonValue } from "../../../source/json-value.ts";
import { plainValue, valuePairs } from "./serialize-value.ts";

const list = ["a", "b c"];
const object = { x: 1, y: "z" };
const nested = { name: "Tom", range: { from: 1 }, in: ["a", "b"], lines: [{ id: 1 }, { id: 2 }] };

test.each<[style: string, explode: boolean, value: JsonValue, query: string]>([
  ["form", true, list, "p=a|p=b c"],
  ["form", false, list, "p=a,b c"],
  ["spaceDelimited", false, list, "p=a b c"],
  ["pipeDelimited", false, list, "p=a|b c"],
  ["form", true, object, "x=1|y=z"],
  ["form", false, object, "p=x,1,y,z"],
  ["deepObject", true, object, "p[x]=1|p[y]=z"],
  ["deepObject", true, list, "p[]=a|p[]=b c"],
  ["deepObject", true, nested, "p[name]=Tom|p[range][from]=1|p[in][]=a|p[in][]=b|p[lines][0][id]=1|p[lines][1][id]=2"],
  ["form", true, true, "p=true"],
])("in a query, style %s with explode %s writes %j as %s", (style, explode, value, query) => {
  const pairs = valuePairs("p", value, { style, explode });
  expect(pairs.map((pair) => pair.join("=")).join("|")).toBe(query);
});

test.each<[style: string, explode: boolean, value: JsonValue, text: string]>([
  ["simple", false, list, "a,b c"],
  ["simple", false, object, "x,1,y,z"],
  ["simple", true, object, "x=1,y=z"],
  ["label", false, "a", ".a"],
  ["label", true, list, ".a.b c"],
  ["matrix", false, list, ";p=a,b c"],
  ["matrix", true, list, ";p=a;p=b c"],
  ["matrix", true, object, ";x=1;y=z"],
])("in a path, style %s with explode %s writes %j as %s", (style, explode, value, text) => {
  expect(plainValue("p", value, { style, explode })).toBe(text);
});
