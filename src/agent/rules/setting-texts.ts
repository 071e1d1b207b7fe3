import type { LineNode } from "../../site/source/json-lines.ts";
import type { Range } from "./docs-page.ts";
import type { SettingsFiles } from "./settings-files.ts";

interface SettingText extends Range {
  file: string;
  source: string;
}

/** Settings that readers see as words. */
const wordKeys: ReadonlySet<string> = new Set(
  "name description group tab anchor dropdown product item label title text content header placeholder".split(" "),
);

/** The texts of docs.json and of the files it names that are shown, without their quotes. */
export function findSettingTexts({ files, read, open }: SettingsFiles): SettingText[] {
  return files.flatMap((file) => {
    const source = read(file) ?? "";
    const found: SettingText[] = [];
    const visit = (node: LineNode, key: string | undefined): void => {
      for (const [name, member] of node.members ?? []) visit(member, name);
      for (const item of node.items ?? []) visit(item, undefined);
      const isWords = key !== undefined && wordKeys.has(key) && source[node.start] === '"';
      if (isWords) found.push({ file, source, start: node.start + 1, end: node.end - 1 });
    };
    const root = open(file);
    if (root !== undefined) visit(root, undefined);
    return found;
  });
}
