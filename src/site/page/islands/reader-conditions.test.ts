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
  ["snippets/given.mdx", "{user.groups?.includes('staff') && <b>LEAK {user.name}</b>}\n"],
  [
    "snippets/who.jsx",
    "export const who = user; export const When = ({ children }) => user.groups?.includes('staff') ? <b>{children}</b> : null;",
  ],
  ["snippets/is-staff.jsx", 'export const isStaff = (reader) => reader.groups?.includes("staff");'],
]);

/** What readers in some groups get: the page, the code of its components, and the messages for the author. */
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
  const { html, problems, islands: _, ...other } = render();
  return { html, code: modules.join("\n"), other: JSON.stringify(other), problems };
}

const shown = "<b>LEAK {user.name}</b>";
const names = `
export const isStaff = user.groups?.includes("staff");
export const staffOf = (reader) => reader.groups?.includes("staff");
export const { groups: own } = user;
export const Hello = ({ children }) => user.groups?.includes("staff") ? <b>LEAK {user.name} {children}</b> : null;
export const Counter = () => { const [at, setAt] = useState(0); return user.groups?.includes("staff") ? <b onClick={() => setAt(1)}>LEAK {at}</b> : <i onClick={() => setAt(2)}>{at}</i>; };
export const Who = user;
export const whoIs = (reader = user) => reader;
export const Unless = ({ reader, groups, children }) => (reader?.groups ?? groups)?.includes("partners") ? null : <b>{children}</b>;
export const Live = ({ reader, groups, children }) => { const [at, setAt] = useState(0); return (reader?.groups ?? groups)?.includes("staff") ? <b onClick={() => setAt(1)}>LEAK {at} {children}</b> : null; };
export const Kept = () => { const [reader] = useState(Who); return reader.groups?.includes("staff") ? <b onClick={() => 1}>LEAK</b> : null; };
export const Default = ({ reader = user }) => reader.groups?.includes("staff") ? <b onClick={() => 1}>LEAK</b> : null;
export const Box = ({ text, children }) => { const [at, setAt] = useState(0); return <p onClick={() => setAt(1)}>{text} {at} {children}</p>; };
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
  `{globalThis.user.groups?.includes("staff") && ${shown}}`,
  `{globalThis["us" + "er"].groups?.includes("staff") && <b onClick={() => 1}>LEAK</b>}`,
  `{user.name && window.mintlify.user.groups.includes("staff") && <b>LEAK</b>}`,
  `{(function () { return this.user.groups.includes("staff"); })() && <b>LEAK</b>}`,
  `{(() => { const reader = user; return reader.groups?.includes("staff") && ${shown}; })()}`,
  `{(() => { let reader; reader = user; return reader.groups?.includes("staff") && ${shown}; })()}`,
  `{user["\\x67roups"]?.includes("staff") && user.name !== "" && <b>LEAK</b>}`,
  `{user?.["gro" + "ups"]?.includes("staff") && ${shown}}`,
  "{user[`gro${'ups'}`]?.includes?.('staff') && <b>LEAK</b>}",
  `{((reader = user) => reader.groups?.includes("staff") && ${shown})()}`,
  `{(function () { return arguments[0].groups?.includes("staff"); })(user) && ${shown}}`,
  `{((...all) => all[0].groups?.includes("staff") && ${shown})(user)}`,
  `{(({ groups: own = [] }) => own.includes("staff") && ${shown})(user)}`,
  `{(() => { const { ["gro" + "ups"]: own } = user; return own?.includes("staff") && ${shown}; })()}`,
  `{(() => { const { ...rest } = user; return rest.groups?.includes("staff") && ${shown}; })()}`,
  `{(() => { let groups; ({ groups } = user); return groups?.includes("staff") && ${shown}; })()}`,
  `{(() => { for (const reader of [user]) if (reader.groups?.includes("staff")) return ${shown}; })()}`,
  `{(() => { for (const key in user) if (user[key]?.includes("staff")) return ${shown}; })()}`,
  `{(() => { out: { if (!user.groups?.includes("staff")) break out; return ${shown}; } })()}`,
  `{new Proxy(user, {}).groups?.includes("staff") && ${shown}}`,
  `{Object.create(user).groups?.includes("staff") && ${shown}}`,
  `{Object.assign({}, user).groups?.includes("staff") && ${shown}}`,
  `{Function("return user.groups")()?.includes("staff") && ${shown}}`,
  `{Who.groups?.includes("staff") && <b>LEAK {Who.name}</b>}`,
  `{whoIs().groups?.includes("staff") && <b onClick={() => 1}>LEAK</b>}`,
  `{isStaff && <b onClick={() => 1}>LEAK</b>}`,
  `{user.groups?.includes("staff") ? <Box text="LEAK" /> : <Box text={user.name} />}`,
  `{React.createElement("b", user, user.groups?.includes("staff") && "LEAK")}`,
  `{<b {...user}>{user.groups?.includes("staff") && "LEAK"}</b>}`,
  `<Box text={user.groups?.includes("staff") ? "LEAK" : "no"} />`,
  `<Box>{user.groups?.includes("staff") && <b>LEAK</b>}</Box>`,
  `<b {...(user.groups?.includes("staff") ? { title: "LEAK" } : {})}>{user.name}</b>`,
  `<Unless reader={user}>LEAK</Unless>`,
  `<Unless {...user}>LEAK</Unless>`,
  `<Live reader={user}>LEAK</Live>`,
  `<Live {...user}>LEAK</Live>`,
  `{<Live reader={user}>LEAK</Live>}`,
  `<Kept />`,
  `<Default />`,
  'import { who, When } from "/snippets/who.jsx"\n\n<When>LEAK</When>{who.groups?.includes("staff") && <b onClick={() => 1}>LEAK</b>}',
  'import Given from "/snippets/given.mdx"\n\n<Given user={user} />',
];

test.each(conditions)("%s reaches its group or is reported, and reaches nobody else", async (condition) => {
  const body = `${names}\n${condition}\n`;
  for (const groups of [[], ["partners"]]) {
    const { html, code, other } = await sentTo(groups, body);
    const nothing = expect.not.stringContaining("LEAK");
    expect({ html, code, other }).toEqual({ html: nothing, code: nothing, other: nothing });
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

test("an author's own data that is called user stays in the page", async () => {
  const body = `export const team = { user: { name: "Ann", groups: ["x"] } };\n\n{team.user.name} {team.user.groups[0]}\n`;
  const { html, problems } = await sentTo([], body);
  expect(html).toMatch(/Ann\s*x/);
  expect({ html, problems }).toEqual({ html: expect.not.stringContaining("data-island"), problems: [] });
});

test("what the browser knows and what the server decides don't fit in one expression, which is reported", async () => {
  const { problems } = await sentTo(["staff"], `\n\n{user.groups?.includes("staff") && ${shown}}\n`);
  expect(problems).toMatchObject([{ line: 3, message: expect.stringContaining("user.name") }]);
});
