import { wrapWords } from "../../ground/text/wrap-words.ts";
import { type DiagramLine, type DiagramSource, notUnderstood } from "./diagram-source.ts";

const call = /^(\w+)\s*\((.*)\)\s*(\{?)$/;
const argument = /\s*(?:"([^"]*)"|([^,"]*))\s*(?:,|$)/y;
const boundary = /^(?:\w*_?Boundary|Deployment_Node|Node(?:_[LR])?)$/;
const element = /^(Person|System|Container|Component)(Db|Queue)?(_Ext)?$/;
const relation = /^(?:(Bi)?Rel(?:_(?:U|Up|D|Down|L|Left|R|Right|Neighbor|(Back)(?:_Neighbor)?))?|(RelIndex))$/;
/** Layout and styling, which don't change what the diagram says. */
const cosmetic = /^(?:Update\w+|Lay_\w+|Layout\w*|Add\w+Tag|SHOW_LEGEND|HIDE_\w+)\b/;
const textLook = { fontSize: 13, width: 190, linesMax: 12 };

/** Converts a C4 diagram to a flowchart: boundaries become groups, and each part shows its kind and description. */
export function c4Flowchart(source: DiagramSource): DiagramSource {
  let title: string | undefined;
  const lines = source.lines.flatMap((line): DiagramLine[] => {
    const ownTitle = /^title\s+(.+)$/.exec(line.text)?.[1];
    if (ownTitle !== undefined) {
      title = ownTitle.trim();
      return [];
    }
    const text = line.text === "}" ? "end" : printCall(line);
    return text === undefined ? [] : [{ ...line, text }];
  });
  return { ...source, header: "flowchart TD", title: source.title ?? title, lines };
}

function printCall(line: DiagramLine): string | undefined {
  if (cosmetic.test(line.text)) return undefined;
  const [, name = "", list = "", brace] = call.exec(line.text) ?? [];
  const words = readArguments(list);
  const [, isBoth, isBack, isNumbered] = relation.exec(name) ?? [];
  if (relation.test(name)) {
    const [from, to, label = "", technology] = isNumbered === undefined ? words : words.slice(1);
    if (from === undefined || to === undefined) throw notUnderstood(line);
    const said = technology === undefined ? label : `${label} [${technology}]`;
    const arrow = isBoth === undefined ? "-->" : "<-->";
    return isBack === undefined
      ? `${from} ${arrow}|"${wrapped(said)}"| ${to}`
      : `${to} ${arrow}|"${wrapped(said)}"| ${from}`;
  }
  const [alias, label = alias, ...rest] = words;
  if (alias === undefined || label === undefined || !/^[\w.-]+$/.test(alias)) throw notUnderstood(line);
  if (boundary.test(name) && brace === "{") return `subgraph ${alias} ["${[label, ...rest].map(quoted).join(" – ")}"]`;
  const [, kind, store, outside] = element.exec(name) ?? [];
  if (kind === undefined) throw notUnderstood(line);
  // Containers and components have a technology before their description.
  const [technology, description] = /^C/.test(kind) ? rest : [undefined, rest[0]];
  const kindText = `[${outside === undefined ? "" : "External "}${kind}${technology ? `: ${technology}` : ""}]`;
  const shown = [label, kindText, description ?? ""]
    .filter((part) => part !== "")
    .map(wrapped)
    .join("<br/>");
  if (store === "Db") return `${alias}[("${shown}")]`;
  return kind === "Person" || store === "Queue" ? `${alias}(["${shown}"])` : `${alias}["${shown}"]`;
}

/** Quoted or plain arguments. Named ones, such as `$tags`, only affect styling. */
function readArguments(list: string): string[] {
  const words = [...list.matchAll(new RegExp(argument, "gy"))].map(
    ([, inQuotes, plain]) => inQuotes ?? plain?.trim() ?? "",
  );
  while (words.at(-1) === "") words.pop();
  return words.filter((word) => !word.startsWith("$"));
}

function wrapped(words: string): string {
  return wrapWords(quoted(words), textLook).join("<br/>");
}

function quoted(words: string): string {
  return words.replaceAll('"', "#quot;").replaceAll(/<br\s*\/?>/gi, " ");
}
