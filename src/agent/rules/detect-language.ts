import { parse as parseJavaScript } from "acorn";
import { isJsonObject } from "../../site/project.ts";

const codeCharactersMax = 20_000;

/** The language of a code block, or undefined if it isn't certain. */
export function detectLanguage(code: string): string | undefined {
  const text = code.trim();
  if (text === "" || text.length > codeCharactersMax) return undefined;
  return tests.find(([, fits]) => fits(text))?.[0];
}

const tests: readonly [language: string, fits: (text: string) => boolean][] = [
  ["json", isJson],
  ["bash", (text) => /^#!.*\b(?:ba|z)?sh\b/.test(text) || isCommands(text)],
  ["python", (text) => /^#!.*\bpython/.test(text) || isPython(text)],
  ["diff", (text) => /^(?:diff --git |--- \S.*\n\+\+\+ \S)/m.test(text) && /^@@ .*@@/m.test(text)],
  ["dockerfile", (text) => /^FROM \S+/m.test(text) && /^(?:RUN|CMD|COPY|ENTRYPOINT|WORKDIR) /m.test(text)],
  ["html", (text) => /^<!doctype html/i.test(text) || /^<html[\s>]/i.test(text)],
  ["xml", (text) => /^<\?xml\s/.test(text)],
  ["sql", isSql],
  ["graphql", (text) => /^(?:query|mutation|subscription)\b[^\n]*\{\s*\n/.test(text) && text.endsWith("}")],
  ["go", (text) => /^package \w+\s*$/m.test(text) && /^(?:func |import |type |var )/m.test(text)],
  ["rust", (text) => /^(?:pub )?fn \w+.*\{\s*$/m.test(text) && /\blet (?:mut )?\w+|\w+!\(|->/.test(text)],
  ["java", (text) => /^public (?:final |abstract )?(?:class|interface|enum) \w+/m.test(text) && /;\s*$/m.test(text)],
  ["http", (text) => /^(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD) \S+ HTTP\/\d|HTTP\/\d(?:\.\d)? \d{3})/.test(text)],
  ["javascript", isJavaScript],
];

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text) || !text.includes('"')) return false;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.length > 0 : isJsonObject(value);
  } catch {
    return false;
  }
}

const commands =
  `apt apt-get brew cargo cd chmod chown cp curl docker docker-compose export gcloud gh git go helm kubectl ls
  make mkdir mv npm npx pip pip3 pipx pnpm poetry python python3 rm scp source ssh sudo systemctl tar touch uv uvx wget
  yarn bun bunx deno node aws az terraform bundle gem composer echo cat`.split(/\s+/);
const command = new RegExp(String.raw`^(?:\w+=\S* )*(?:${commands.join("|")})(?: |$)`);

/** Whether all lines are comments, known commands or their continuation lines. */
function isCommands(text: string): boolean {
  let goesOn = false;
  let count = 0;
  for (const line of text.split("\n")) {
    const trimmed = line.trim().replace(/^\$ /, "");
    if (!goesOn && trimmed !== "" && !trimmed.startsWith("#")) {
      if (!command.test(trimmed) || /^(?:go|make|cat|node|echo|source|python3?) \w+ (?:is|are|the|a)\b/.test(trimmed))
        return false;
      count += 1;
    }
    goesOn = /\\$/.test(line.trimEnd());
  }
  return count > 0 && !goesOn;
}

const pythonImport = /^(?:from [\w.]+ import [\w*(]|import [\w.]+(?: as \w+)?\s*$)/m;
const pythonBlock = /^\s*(?:async )?(?:def \w+\(.*|class \w+.*|with .+|for \w+ in .+|if .+):\s*(?:#.*)?$/m;
const pythonLine = /^\s*(?:return|self\.|print\(|@|yield|pass)/m;

/** Whether the text looks like Python, in which a line ends with a brace only where a dictionary starts. */
function isPython(text: string): boolean {
  const hasBraces = /[{;]\s*$/m.test(text.replaceAll(/[[({=,:]\s*\{\s*$/gm, ""));
  return !hasBraces && (pythonImport.test(text) || (pythonBlock.test(text) && pythonLine.test(text)));
}

function isSql(text: string): boolean {
  return (
    /^(?:SELECT\s[\s\S]+\sFROM\s|INSERT INTO\s|CREATE (?:TABLE|INDEX|EXTENSION|VIEW)\s|ALTER TABLE\s|DELETE FROM\s|UPDATE \S+ SET\s)/i.test(
      text,
    ) && text.endsWith(";")
  );
}

const javaScriptLine =
  /^\s*(?:import .+ from ["']|import ["']|const [\w{[]|let \w|export (?:default|const|function|async)|(?:async )?function \w)/m;

/** Whether the text parses and contains a statement that only JavaScript has. */
function isJavaScript(text: string): boolean {
  if (!javaScriptLine.test(text) || text.includes("```")) return false;
  try {
    parseJavaScript(text, { ecmaVersion: "latest", sourceType: "module", allowAwaitOutsideFunction: true });
    return true;
  } catch {
    return false;
  }
}
