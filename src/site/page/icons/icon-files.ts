import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { computeOnce } from "../../shared/compute-once.ts";
import { packageFile, packedIconsFolder } from "../../shared/packages.ts";
import { type Icons, openPackedIcons } from "./packed-icons.ts";

/** One file of each icon folder in the installed packages, to locate the folder. All these icons are square. */
const samples = {
  "fa-solid": "@fortawesome/fontawesome-free/svgs-full/solid/house.svg",
  "fa-regular": "@fortawesome/fontawesome-free/svgs-full/regular/house.svg",
  "fa-brands": "@fortawesome/fontawesome-free/svgs-full/brands/github.svg",
  lucide: "lucide-static/icons/house.svg",
  "tabler-outline": "@tabler/icons/outline/home.svg",
  "tabler-filled": "@tabler/icons/filled/home.svg",
};

export type IconFolder = keyof typeof samples;
export const iconFolders = Object.keys(samples) as IconFolder[];

/** The SVG text of an icon, or undefined if the package has none. The name has been validated. */
export function readIconFile(folder: IconFolder, name: string): string | undefined {
  const icons = openIcons(folder);
  return icons.names.has(name) ? icons.read(name) : undefined;
}

export function iconNames(folder: IconFolder): ReadonlySet<string> {
  return openIcons(folder).names;
}

const opened = new Map<IconFolder, Icons>();

function openIcons(folder: IconFolder): Icons {
  return computeOnce(opened, folder, () =>
    packedIconsFolder === undefined ? openIconPackage(folder) : openPackedIcons(packedIconsFolder, folder),
  );
}

export function iconSample(folder: IconFolder): string {
  return packageFile(samples[folder]);
}

/** The icons of a folder in an installed package. */
export function openIconPackage(folder: IconFolder): Icons {
  const path = dirname(iconSample(folder));
  const files = readdirSync(path).filter((file) => file.endsWith(".svg"));
  return {
    names: new Set(files.map((file) => file.slice(0, -".svg".length))),
    read: (name) => readFileSync(join(path, `${name}.svg`), "utf8"),
  };
}

let oldNames: ReadonlyMap<string, string> | undefined;

/** The current name of a Font Awesome 4 icon. Names of versions 5 and 6 have their own files. */
export function currentFontAwesomeName(name: string): string | undefined {
  oldNames ??= readOldNames();
  return oldNames.get(name);
}

function readOldNames(): ReadonlyMap<string, string> {
  const text = readFileSync(packageFile(oldNamesFile), "utf8");
  const names = new Map<string, string>();
  for (const [, old = "", properties = ""] of text.matchAll(/^(\S+):\n((?: {2}.*\n)+)/gm)) {
    const name = /^ {2}name: (\S+)$/m.exec(properties)?.[1];
    if (name !== undefined) names.set(old, name);
  }
  return names;
}

export const oldNamesFile = "@fortawesome/fontawesome-free/metadata/shims.yml";
