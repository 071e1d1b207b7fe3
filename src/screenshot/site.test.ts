import { expect, test } from "vitest";
import { siteRule, toSite } from "./take-screenshots.ts";

test("all ports of a site's host lead to the site", () => {
  expect(siteRule(toSite("https://docs.example.com/start"))).toBe("MAP docs.example.com docs.example.com:443");
  expect(siteRule(toSite("http://[::1]:4000/"))).toBe("MAP ::1 [::1]:4000");
  expect(siteRule(toSite("http://acme.localhost/"), { host: "127.0.0.1", port: 4000 })).toBe(
    "MAP acme.localhost 127.0.0.1:4000",
  );
});

test.for(["file:///etc/passwd", "javascript:alert(1)", "nowhere", "http://*/", "http://a,b/"])(
  "%s is no address of a page",
  (url) => {
    expect(() => toSite(url)).toThrow("address of the page");
  },
);
