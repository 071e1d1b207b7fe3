import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { computeOnce } from "../../shared/compute-once.ts";
import { packageFile, packedIconsFolder } from "../../shared/packages.ts";
import { type Icons, openPackedIcons } from "./packed-icons.ts";

/** One file of each icon folder in the installed packages, to locate the folder. All these icons are square. */
const samples = {
  "fa-solid": "@fortawesome/fontawesome-free/svgs-full/solid/house.svg",
  "fa-regular": "@fortawesome/fontawesome-free/svgs-full/regular/house.svg",
  "fa-brands": "@fortawesome/fontawesome-free/svgs-full/brands/github.svg",
  lucide: "lucide-react/dist/esm/icons/house.mjs",
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
  const sample = iconSample(folder);
  const path = dirname(sample);
  const extension = extname(sample);
  const files = readdirSync(path).filter((file) => extname(file) === extension && file !== "index.mjs");
  const readText = (name: string) => readFileSync(join(path, name + extension), "utf8");
  return {
    names: new Set(files.map((file) => basename(file, extension))),
    read: folder === "lucide" ? (name) => readComponent(readText, name) : readText,
  };
}

/** The shapes of one of Lucide's React components, which the dashboard uses too, as SVG text. */
function readComponent(readText: (name: string) => string, name: string): string {
  const text = readText(name);
  // The file of an old name only refers to the file of the current name.
  const [, currentName] = /^export \{ default \} from '\.\/([\w-]+)\.mjs'/m.exec(text) ?? [];
  if (currentName !== undefined) return readComponent(readText, currentName);
  const shapes = text.matchAll(/\[\s*"([a-z]+)",\s*\{([^{}]*)\}/g);
  return Array.from(shapes, ([, tag, properties = ""]) => {
    const attributes = [...properties.matchAll(/(\w+): ("[^"]*")/g)].filter(([, property]) => property !== "key");
    return `<${tag} ${attributes.map(([, property, value]) => `${property}=${value}`).join(" ")} />`;
  }).join("");
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
