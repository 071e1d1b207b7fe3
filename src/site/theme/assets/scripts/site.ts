// Loaded by every page. Pages also work without it, with fewer conveniences.
import "./theme-switch.ts";
import "./banner.ts";
import "./menus.ts";
import "./page-menu.ts";
import "./copy-code.ts";
// Imported after the code buttons, because it adds another button to code.
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
import "./count-reader.ts";
