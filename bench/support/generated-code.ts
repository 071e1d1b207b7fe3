import type { WordSource } from "./generated-words.ts";

/** A code block of about two hundred characters with unique names, in one of the most common languages. */
export function generatedFence(words: WordSource, title?: string): string {
  const [language, write] = words.pick(languages);
  return `\`\`\`${language}${title === undefined ? "" : ` ${title}`}\n${write(words)}\n\`\`\``;
}

type WriteCode = (words: WordSource) => string;

const python: WriteCode = (words) => {
  const { name, below, sentence } = words;
  const [call, value] = [name("snake"), name("snake")];
  return words.pick([
    () =>
      `from ${name("snake")} import ${name("pascal")}

client = ${name("pascal")}(api_key="${name("kebab")}", timeout=${below(90)})
${value} = client.${call}(limit=${below(500)}, tags=["${words.noun()}", "${words.adjective()}"])
print(${value}["${words.noun()}"])`,
    () =>
      `@${name("snake")}.tool
async def ${call}(${value}: str, limit: int = ${below(200)}) -> dict[str, int]:
    """${sentence().replaceAll("`", "")}"""
    if not ${value}.startswith("${words.noun()}"):
        raise ValueError(f"unknown {${value}!r}")
    return {"${words.noun()}": len(${value}) * limit}`,
    () =>
      `for ${value} in ${call}(${below(50)}):
    # ${sentence().replaceAll("`", "")}
    with open(f"{${value}.${words.noun()}}.json") as file:
        ${name("snake")} = json.load(file)`,
  ])();
};

const script: WriteCode = (words) => {
  const { name, below, sentence } = words;
  const [call, value] = [name("camel"), name("camel")];
  return words.pick([
    () =>
      `import { ${call}, ${name("pascal")} } from "@${words.noun()}/${name("kebab")}";

const ${value} = await ${call}({ ${words.noun()}: "${words.adjective()}", limit: ${below(900)} });
console.log(\`found \${${value}.${words.noun()}.length} of them\`);`,
    () =>
      `export async function ${call}(${value}: string, retries = ${below(9)}): Promise<${name("pascal")}> {
  // ${sentence().replaceAll("`", "")}
  const response = await fetch(\`/v1/${words.noun()}/\${${value}}\`, { method: "POST" });
  if (!response.ok && retries > 0) return ${call}(${value}, retries - 1);
  return response.json();
}`,
    () =>
      `interface ${name("pascal")} {
  ${words.noun()}: string;
  ${call}?: number;
  readonly ${value}: Array<"${words.adjective()}" | "${words.adjective()}">;
}`,
  ])();
};

const javascript: WriteCode = ({ name, noun, verb, adjective, below, sentence }) => {
  const value = name("camel");
  return `const ${value} = require("${name("kebab")}");

// ${sentence().replaceAll("`", "")}
${value}.on("${noun()}", async ({ ${noun()}, ...rest }) => {
  await ${name("camel")}.${verb()}(rest, { ${adjective()}: true, after: ${below(60)} });
});`;
};

const shell: WriteCode = (words) => {
  const { name, below } = words;
  return words.pick([
    () =>
      `curl -X POST https://api.example.com/v${below(4)}/${words.noun()}/${name("kebab")} \\
  -H "Authorization: Bearer $${name("snake").toUpperCase()}" \\
  -d '{"${words.noun()}": "${words.adjective()}", "limit": ${below(100)}}'`,
    () =>
      `# ${words.title().replaceAll("`", "")}
export ${name("snake").toUpperCase()}="${name("kebab")}"
npm install ${name("kebab")}@${below(9)}.${below(30)}.${below(9)} && npx ${name("kebab")} ${words.verb()} --${words.noun()}`,
  ])();
};

const json: WriteCode = ({ name, noun, adjective, below, random }) =>
  JSON.stringify(
    {
      [noun()]: name("kebab"),
      [name("camel")]: { [name("camel")]: below(5_000), enabled: random() < 0.5 },
      [name("snake")]: [adjective(), noun(), below(90) / 10],
    },
    undefined,
    2,
  );

const yaml: WriteCode = ({ name, noun, verb, adjective, below, title }) =>
  `# ${title().replaceAll("`", "")}
${noun()}:
  ${name("kebab")}: ${adjective()}
  ${name("camel")}: ${below(900)}
  steps:
    - name: ${verb()} ${noun()}
      run: ./${name("kebab")}.sh --${noun()} "${adjective()}"`;

const go: WriteCode = ({ name, noun, adjective, below }) => {
  const call = name("pascal");
  return `func (c *Client) ${call}(ctx context.Context, ${noun()} string) (*${name("pascal")}, error) {
	out, err := c.${name("camel")}(ctx, "${adjective()}", ${below(90)}*time.Second)
	if err != nil {
		return nil, fmt.Errorf("${call}: %w", err)
	}
	return out, nil
}`;
};

const sql: WriteCode = ({ name, noun, adjective, below }) =>
  `SELECT t.${name("snake")}, count(*) AS ${noun()}s
FROM ${name("snake")} t
JOIN ${noun()}s ON t.id = ${noun()}_id -- ${adjective()}
WHERE t.${noun()} = '${adjective()}' AND t.size > ${below(9_000)}
GROUP BY 1 ORDER BY 2 DESC LIMIT ${below(100)};`;

/** The languages of code blocks. The most common ones are listed more than once. */
const languages: readonly [language: string, write: WriteCode][] = [
  ["python", python],
  ["python", python],
  ["python", python],
  ["bash", shell],
  ["bash", shell],
  ["typescript", script],
  ["typescript", script],
  ["javascript", javascript],
  ["json", json],
  ["json", json],
  ["yaml", yaml],
  ["go", go],
  ["sql", sql],
];
