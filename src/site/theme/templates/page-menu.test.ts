import { expect, test } from "vitest";
import { findTranslations } from "../../translations/find-translations.ts";
import { createIconSheet } from "./icon-sheet.ts";
import { pageMenuOptions } from "./make-page-menu.ts";
import { pageMenu, pageOptions } from "./page-menu.ts";
import type { BranchFrame, PageFrame, PageView, SiteFrame } from "./site-frame.ts";

const icons = createIconSheet("fontawesome");

interface Wanted {
  options?: Parameters<typeof pageMenuOptions>[0];
  page?: Partial<PageFrame>;
  address?: string;
  language?: string;
  mcp?: boolean;
  assistant?: boolean;
}

function menu({ options, page, address, language = "en", mcp = true, assistant = true }: Wanted): string {
  const view: PageView = {
    site: {
      name: "ACME Docs",
      pageMenu: { options: pageMenuOptions(options, icons), isInOutline: false },
      head: { address },
      reader: { mcp, assistant },
    } as SiteFrame,
    branch: {} as BranchFrame,
    page: { url: "/guides/start", mode: "default", ...page } as PageFrame,
    language,
    words: findTranslations(language).frame,
  };
  const shown = pageMenu(view);
  return shown === false ? "" : shown.markup;
}

test("by default, the page menu copies the page or shows it as Markdown, and its button copies the page", () => {
  const shown = menu({});
  expect(shown).toMatch(
    /^<div class="page-menu"><button type="button" class="page-action with-script" data-copy-page="\/guides\/start.md"/,
  );
  expect(shown).toContain('<a href="/guides/start.md"><i class="o-text"></i><span>View as Markdown');
});

test("the button of the page menu runs its first option", () => {
  expect(menu({ options: ["view", "copy"] })).toContain(
    '<div class="page-menu"><a href="/guides/start.md" class="page-action">',
  );
});

test("an empty list of options disables the page menu for a page or the site, and custom pages have no menu", () => {
  expect(menu({ options: [] })).toBe("");
  expect(menu({ page: { menu: [] } })).toBe("");
  expect(menu({ page: { mode: "custom" } })).toBe("");
});

test("the page options below the outline are a list, without the options that don't apply to the page", () => {
  const site = {
    name: "ACME",
    pageMenu: { options: pageMenuOptions(["copy", "view", "mcp", "download-spec"], icons) },
  };
  const shown = pageOptions({
    site: { ...site, head: {}, reader: { mcp: true } },
    page: { url: "/guides/start", mode: "default" },
    words: findTranslations("en").frame,
  } as unknown as PageView);
  expect(shown === false ? "" : shown.markup).toMatch(
    /^<ul class="page-options"><li class="with-script"><button type="button" data-copy-page=.*<\/button><\/li><li><a href="\/guides\/start\.md"><i class="o-text"><\/i><span>View as Markdown<\/span><\/a><\/li><\/ul>$/,
  );
});

test("a page menu with a single option is a button without a menu", () => {
  expect(menu({ options: ["view"] })).not.toContain("<details");
});

test("chat options pass the absolute URL of the page's Markdown, or a placeholder that the script fills", () => {
  const options: Wanted["options"] = ["copy", "claude"];
  const question = encodeURIComponent("Read https://docs.example.org/guides/start.md so");
  expect(menu({ options, address: "https://docs.example.org" })).toContain(`https://claude.ai/new?q=${question}`);
  expect(menu({ options })).toContain("%24origin%2Fguides%2Fstart.md");
});

test("an author's own option gets the path of the page, and a site without a server has no MCP options", () => {
  const own = { title: "Report", href: "https://example.org/?p=$path&t=$page", icon: { name: "bug" } };
  const shown = menu({
    options: [own, { title: "MCP", href: "https://example.org/$mcp" }, "mcp"],
  });
  expect(shown).toContain('href="https://example.org/?p=%2Fguides%2Fstart&amp;t=$page"');
  expect(shown).toContain('data-page-text="/guides/start.md"');
  expect(shown).not.toContain("MCP");
});

test("the MCP address can be copied, and each editor gets it in its own format", () => {
  const own = { title: "Own", href: "https://example.org/?url=$mcp" };
  const options: Wanted["options"] = ["copy", "mcp", "add-mcp", "cursor", "vscode", own];
  const address = "https://docs.example.org";
  const shown = menu({ options, address });
  const url = `${address}/mcp`;
  expect(shown).toContain(`data-copy-text="${url}"`);
  expect(shown).toContain(`<span>MCP<small>${url}</small></span>`);
  expect(shown).toContain(`data-copy-text="npx add-mcp ${url}"`);
  const [, config = ""] = /cursor:\/\/[^"]*name=ACME%20Docs&amp;config=([^"]*)"/.exec(shown) ?? [];
  expect(JSON.parse(Buffer.from(decodeURIComponent(config), "base64").toString())).toEqual({ url });
  const [, server = ""] = /"vscode:mcp\/install\?([^"]*)"/.exec(shown) ?? [];
  expect(JSON.parse(decodeURIComponent(server))).toEqual({ name: "ACME Docs", type: "http", url });
  expect(shown).toContain(`href="https://example.org/?url=${encodeURIComponent(url)}"`);
  expect(menu({ options, address, mcp: false })).not.toMatch(/mcp|cursor/i);
  expect(menu({ options })).not.toMatch(/mcp|cursor/i);
});

test("Devin options open the page on the web or on the desktop, and pass the MCP server in Devin's format", () => {
  const options: Wanted["options"] = ["devin", "devin-desktop", "devin-mcp"];
  const address = "https://docs.example.org";
  const shown = menu({ options, address });
  const question = encodeURIComponent(`Read ${address}/guides/start.md so`);
  expect(shown).toContain(`href="https://app.devin.ai/?prompt=${question}`);
  expect(shown).toContain(`href="devin://cascade?prompt=${question}`);
  expect(shown).toContain("<span>Open in Devin Desktop<small>");
  const [, entry = ""] =
    /"https:\/\/app\.devin\.ai\/settings\/mcp-marketplace\/setup\/custom\?config=([^"]*)"/.exec(shown) ?? [];
  expect(JSON.parse(Buffer.from(decodeURIComponent(entry), "base64").toString())).toEqual({
    name: "ACME Docs",
    transport: "HTTP",
    url: `${address}/mcp`,
  });
  expect(menu({ options, address, mcp: false })).not.toContain("mcp-marketplace");
});

test("the page menu offers the assistant if the site has one", () => {
  const options: Wanted["options"] = ["assistant", "copy"];
  expect(menu({ options })).toContain('class="page-action with-script" data-ask><i class="o-sparkles"></i>');
  expect(menu({ options, assistant: false })).not.toContain("data-ask");
});

test("the page menu of an API page offers the API description", () => {
  const options: Wanted["options"] = ["copy", "download-spec"];
  expect(menu({ options })).not.toContain("download");
  expect(menu({ options, page: { specUrl: "/openapi.json" } })).toContain('<a href="/openapi.json" download>');
});

test("built-in options of the page menu are translated", () => {
  expect(menu({ language: "de", options: ["copy", "claude"] })).toMatch(/Seite kopieren.*In Claude öffnen/s);
});
