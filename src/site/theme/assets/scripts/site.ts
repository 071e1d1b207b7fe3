// Loaded by every page, and optional: without it the page still works, with fewer conveniences.
import "./theme-switch.ts";
import "./banner.ts";
import "./menus.ts";
import "./page-menu.ts";
import "./copy-code.ts";
// After the buttons on code, because it adds one of its own to them.
import "./open-reader.ts";
import "./code-types.ts";
import "./tabs.ts";
import "./choices.ts";
import "./trees.ts";
import "./pictures.ts";
import "./diagrams.ts";
import "./islands.ts";
import "./outline.ts";
import "./sidebar.ts";
import "./prefetch.ts";
