import { expect, test } from "vitest";
import { BuildFailure } from "../shared/build-problem.ts";
import { composeSettings, type ReadSource } from "./compose-settings.ts";
import type { JsonObject } from "./json-value.ts";

function source(path: string, settings: JsonObject | undefined, more: Partial<ReadSource> = {}): ReadSource {
  return { path, name: `acme/${path}`, names: ["guides", "icons", "specs"], settings, ...more };
}

const site = (navigation: JsonObject): JsonObject => ({ name: "Acme", navigation });

/** The message of the failure. */
function refusal(navigation: JsonObject, sources: readonly ReadSource[]): string {
  try {
    composeSettings(site(navigation), sources);
  } catch (error) {
    if (error instanceof BuildFailure) return error.problems[0]?.message ?? "";
    throw error;
  }
  return "nothing was refused";
}

test("a reference is replaced by the same list of the source, with the paths of the site", () => {
  const sdk = source("sdk", {
    navigation: {
      groups: [
        {
          group: "Calls",
          icon: "/icons/call.svg",
          root: "/guides/index",
          pages: [
            "guides/run",
            "GET /users",
            "specs/b.yaml POST /users",
            { group: "More", pages: ["https://acme.test"] },
          ],
          openapi: "specs/a.json",
        },
        { group: "Staff", groups: ["staff"], pages: ["guides/staff"] },
      ],
      public: true,
    },
  });
  const composed = composeSettings(site({ groups: [{ sourceRef: "Acme/SDK" }, { group: "Own", pages: ["index"] }] }), [
    sdk,
  ]);
  expect(composed.navigation).toEqual({
    groups: [
      {
        public: true,
        group: "Calls",
        icon: "/sdk/icons/call.svg",
        root: "sdk/guides/index",
        pages: [
          "sdk/guides/run",
          "GET /users",
          "/sdk/specs/b.yaml POST /users",
          { group: "More", pages: ["https://acme.test"] },
        ],
        openapi: { source: "/sdk/specs/a.json", directory: "sdk/api-reference" },
      },
      { public: true, group: "Staff", groups: ["staff"], pages: ["sdk/guides/staff"] },
      { group: "Own", pages: ["index"] },
    ],
  });
  expect(sdk.names).toContain("api-reference");
});

test("sources that the navigation doesn't mention become products, next to the project itself", () => {
  const sdk = source("sdk", { name: "SDK", navigation: { pages: ["guides/run"], global: { anchors: [] } } });
  const listed = source("listed", { navigation: { pages: ["guides/run"] } });
  const plain = source("plain", undefined);
  const own = { pages: ["index", "listed/guides/run"], global: { anchors: [] } };
  expect(composeSettings(site(own), [sdk, listed, plain]).navigation).toEqual({
    global: { anchors: [] },
    products: [
      { product: "Acme", pages: ["index", "listed/guides/run"] },
      { product: "SDK", pages: ["sdk/guides/run"] },
    ],
  });
});

test("of a source with versions, the default version is taken, so that a tag of the site itself can be an older one", () => {
  const versions = [
    { version: "3", groups: [{ sourceRef: "/v1" }] },
    { version: "2", default: true, groups: [{ group: "Two", pages: ["guides/run"] }] },
  ];
  const v2 = source("v2", { navigation: { versions } });
  const composed = composeSettings(site({ versions: [{ version: "2", groups: [{ sourceRef: "/v2" }] }] }), [v2]);
  expect(composed.navigation).toEqual({
    versions: [{ version: "2", groups: [{ group: "Two", pages: ["v2/guides/run"] }] }],
  });
});

test("variables of the project win, then those of the first source", () => {
  const [a, b] = ["a", "b"].map((path) => source(path, { variables: { one: path, two: path, three: path } }));
  const own = { ...site({ pages: ["a/x", "b/x"] }), variables: { one: "own" } };
  const sources = [a, b].flatMap((each) => each ?? []);
  expect(composeSettings(own, sources).variables).toEqual({ one: "own", two: "a", three: "a" });
});

test("a reference that can't be followed fails the build and says why", () => {
  const groups = (reference: string) => ({ groups: [{ sourceRef: reference }] });
  const loop = source("loop", { navigation: groups("acme/loop") });
  const twice = [source("v1", {}, { name: undefined }), source("v2", {}, { name: undefined })];
  expect(refusal(groups("acme/none"), [loop])).toContain(
    '"acme/none" names no source of this project; it has acme/loop',
  );
  expect(refusal(groups("acme/loop"), [loop])).toContain("refers to itself: loop → loop");
  expect(refusal(groups("acme/sdk"), [source("sdk", undefined)])).toContain("has no docs.json");
  expect(refusal({ tabs: [{ sourceRef: "/sdk" }] }, [source("sdk", { navigation: groups("x") })])).toContain(
    'has no "tabs"',
  );
  const alike = twice.map((each) => ({ ...each, name: "acme/docs" }));
  expect(refusal(groups("acme/docs"), alike)).toContain("names several sources");
  const products = source("sdk", { navigation: { products: [] } });
  expect(refusal({ pages: ["index"] }, [products])).toContain("has products");
});
