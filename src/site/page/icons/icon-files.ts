import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** One file of each folder in the installed packages, to locate the folder. All icons in them are square. */
const samples = {
  "fa-solid": "@fortawesome/fontawesome-free/svgs-full/solid/house.svg",
  "fa-regular": "@fortawesome/fontawesome-free/svgs-full/regular/house.svg",
  "fa-brands": "@fortawesome/fontawesome-free/svgs-full/brands/github.svg",
  lucide: "lucide-static/icons/house.svg",
  "tabler-outline": "@tabler/icons/outline/home.svg",
  "tabler-filled": "@tabler/icons/filled/home.svg",
};

export type IconFolder = keyof typeof samples;

/** The SVG text of an icon, or undefined if the package has none. The name has been validated. */
export function readIconFile(folder: IconFolder, name: string): string | undefined {
  return iconNames(folder).has(name) ? readFileSync(join(folderPath(folder), `${name}.svg`), "utf8") : undefined;
}

const namesByFolder = new Map<IconFolder, ReadonlySet<string>>();

/** Listed once: most names are looked up in several folders, and testing for a missing file is slow. */
export function iconNames(folder: IconFolder): ReadonlySet<string> {
  let names = namesByFolder.get(folder);
  if (names === undefined) {
    const files = readdirSync(folderPath(folder)).filter((file) => file.endsWith(".svg"));
    names = new Set(files.map((file) => file.slice(0, -".svg".length)));
    namesByFolder.set(folder, names);
  }
  return names;
}

let oldNames: ReadonlyMap<string, string> | undefined;

/** The current name of a Font Awesome 4 icon. Names of versions 5 and 6 have their own files. */
export function currentFontAwesomeName(name: string): string | undefined {
  oldNames ??= readOldNames();
  return oldNames.get(name);
}

function readOldNames(): ReadonlyMap<string, string> {
  const text = readFileSync(require.resolve("@fortawesome/fontawesome-free/metadata/shims.yml"), "utf8");
  const names = new Map<string, string>();
  for (const [, old = "", properties = ""] of text.matchAll(/^(\S+):\n((?: {2}.*\n)+)/gm)) {
    const name = /^ {2}name: (\S+)$/m.exec(properties)?.[1];
    if (name !== undefined) names.set(old, name);
  }
  return names;
}

const paths = new Map<IconFolder, string>();

function folderPath(folder: IconFolder): string {
  let path = paths.get(folder);
  if (path === undefined) {
    path = dirname(require.resolve(samples[folder]));
    paths.set(folder, path);
  }
  return path;
}
