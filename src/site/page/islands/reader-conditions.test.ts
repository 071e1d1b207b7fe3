// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code of pages
import { expect, test } from "vitest";
import { defaultSiteLimits } from "../../shared/site-limits.ts";
import { loadEngine } from "../author-code/engine.ts";
import { Refusal } from "../author-code/refusal.ts";
import { defaultRenderSettings } from "../markdown/render-settings.ts";
import { renderPage } from "../render-page.ts";
import { compileIsland } from "./compile-island.ts";

await loadEngine();

const snippets = new Map([
  ["snippets/inside.mdx", '{user.groups?.includes("staff") && <b>LEAK {user.name}</b>}\n'],
  ["snippets/is-staff.jsx", 'export const isStaff = (reader) => reader.groups?.includes("staff");'],
]);

/** What readers in some groups get: the page, the code of its components, and what the author is told. */
async function sentTo(userGroups: string[], body: string) {
  const broken = new Map<string, string>();
  const render = () =>
    renderPage(
      { file: "page.mdx", format: "mdx", body, firstLine: 1 },
      {
        snippets,
        limits: defaultSiteLimits,
        settings: { ...defaultRenderSettings, islandVersion: "1", hasReaders: true, userGroups },
        brokenIslands: broken,
      },
    );
  const modules: string[] = [];
  for (const source of render().islands) {
    const module = await compileIsland(source, 100_000).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      broken.set(source.path, error.message);
    });
    modules.push(module ?? "");
  }
  const { html, problems } = render();
  return { html, code: modules.join("\n"), problems };
}

const shown = "<b>LEAK {user.name}</b>";
const names = `
export const isStaff = user.groups?.includes("staff");
export const staffOf = (reader) => reader.groups?.includes("staff");
export const { groups: own } = user;
export const Hello = ({ children }) => user.groups?.includes("staff") ? <b>LEAK {user.name} {children}</b> : null;
export const Counter = () => { const [at, setAt] = useState(0); return user.groups?.includes("staff") ? <b onClick={() => setAt(1)}>LEAK {at}</b> : <i onClick={() => setAt(2)}>{at}</i>; };
export const Clicked = () => <i onClick={() => alert(user.groups ? "LEAK" : user.name)}>click</i>;
`;

/** Ways to write a condition on the reader's groups. */
const conditions: string[] = [
  `{user.groups?.includes("staff") && ${shown}}`,
  `{user.groups?.includes("staff") ? <>LEAK {user.email}</> : <>none {user.name}</>}`,
  `<Card title={user.groups?.includes("staff") ? "LEAK" : "x"} href="/open">{user.name}</Card>`,
  `{isStaff && ${shown}}`,
  `{staffOf(user) && ${shown}}`,
  `{user?.groups?.some(g => g === "staff") && <p>LEAK {user.firstName}</p>}`,
  'import Inside from "/snippets/inside.mdx"\n\n<Inside />',
  'import { isStaff as imported } from "/snippets/is-staff.jsx"\n\n{imported(user) && <b>LEAK {user.name}</b>}',
  `{user.groups?.includes("staff") && user.plan === "team" && <b>LEAK</b>}`,
  `{own?.includes("staff") && ${shown}}`,
  `{user["groups"]?.includes("staff") && ${shown}}`,
  `{user.name && user.groups?.includes("staff") && <b>LEAK</b>}`,
  `{[user].map(u => u.groups?.includes("staff") && <b>LEAK {u.name}</b>)}`,
  '{`${user.groups?.includes("staff") ? "LEAK" : ""} ${user.name}`}',
  `<Hello>LEAK</Hello>`,
  `<Counter />`,
  `<Clicked />`,
  '{user.groups?.includes("staff") && <a href={`/x?LEAK=${user.name}`}>LEAK</a>}',
  `{user.groups?.includes("staff") && <button onClick={() => alert("LEAK")}>b</button>}`,
  `{user.name ? <b>{user.groups?.includes("staff") ? "LEAK" : "no"}</b> : <i>anon</i>}`,
  `{(user).groups?.includes("staff") && ${shown}}`,
  `{(user ?? {}).groups?.includes("staff") && ${shown}}`,
  `{user?.["groups"]?.includes("staff") && ${shown}}`,
  `{user/**/.groups?.includes("staff") && ${shown}}`,
  `{(({ groups }) => groups?.includes("staff"))(user) && ${shown}}`,
  `{({...user}).groups?.includes("staff") && ${shown}}`,
  `{Object.keys(user).length > 0 && <b>LEAK</b>}`,
  `{Object.entries(user).some(([k, v]) => k === "groups" && v.includes("staff")) && <b>LEAK</b>}`,
  `<span title={(user ?? {}).groups?.includes("staff") ? "LEAK" : user.name}>x</span>`,
  `{["groups"].map((k) => user[k])[0]?.includes("staff") && ${shown}}`,
  `{\\u0075ser.groups?.includes("staff") && ${shown}}`,
  `{user.gr\\u006fups?.includes("staff") && ${shown}}`,
  `{Reflect.get(user, "groups")?.includes("staff") && ${shown}}`,
  `{JSON.parse(JSON.stringify(user)).groups?.includes("staff") && ${shown}}`,
  `{"groups" in user && <b>LEAK</b>}`,
];

test.each(conditions)("%s reaches its group or is reported, and reaches nobody else", async (condition) => {
  const body = `${names}\n${condition}\n`;
  for (const groups of [[], ["partners"]]) {
    const { html, code } = await sentTo(groups, body);
    expect({ html, code: code.includes("LEAK") && code }).toEqual({
      html: expect.not.stringContaining("LEAK"),
      code: false,
    });
  }
  const { html, problems } = await sentTo(["staff"], body);
  expect(html.includes("LEAK") || problems.some(({ line }) => line !== undefined)).toBe(true);
});

test.each([
  `Hello {user.name ?? "friend"}!`,
  `{user.plan === "team" && <b>Team</b>}`,
  `{[1, 2].map((user) => <b>{user}</b>)}{user?.data}`,
])("%s runs in the browser", async (expression) => {
  const { html, problems } = await sentTo([], `${names}\n${expression}\n`);
  expect(html).toContain("data-island=");
  expect(problems).toEqual([]);
});

test("what the browser knows and what the server decides don't fit in one expression, and the author is told", async () => {
  const { problems } = await sentTo(["staff"], `\n\n{user.groups?.includes("staff") && ${shown}}\n`);
  expect(problems).toMatchObject([{ line: 3, message: expect.stringContaining("user.name") }]);
});
