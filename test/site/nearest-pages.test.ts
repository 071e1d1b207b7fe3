import { expect, test } from "vitest";
import { findNearest, readPages } from "../../src/site/theme/assets/scripts/nearest-pages.ts";

const list = `# Example

- [Quickstart](https://docs.example.org/guides/quickstart.md): Begin here.
- [Custom domains](https://docs.example.org/guides/custom-domain.md)
- [Webhooks](/api/webhooks.md): Events
- [Home](/index.md)
- [Elsewhere](https://other.example.org/x)
`;
const pages = readPages(list, "https://docs.example.org");

test("pages are read with their paths on this site", () => {
  expect(pages.map(({ path }) => path)).toEqual(["/guides/quickstart", "/guides/custom-domain", "/api/webhooks", "/"]);
});

test("a misspelled or moved address finds the page that was meant", () => {
  const near = (path: string) => findNearest(path, pages)[0]?.title;
  expect(near("/guides/quick-start")).toBe("Quickstart");
  expect(near("/docs/customize/custom-domains")).toBe("Custom domains");
  expect(near("/webhook")).toBe("Webhooks");
  expect(near("/pricing")).toBeUndefined();
});
