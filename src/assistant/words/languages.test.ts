import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { indexOf, page, paths } from "../../search/search-test-support.ts";
import { dictionaryLanguages, openDictionary } from "./dictionary.ts";
import { languageOf } from "./language-of.ts";
import { askLast } from "./words-test-support.ts";

const index = await indexOf(
  page("/backup", "Make a backup: How to make a backup of the database and restore it later."),
  page("/domains", "Custom domain: Add a custom domain and its certificate, then change the settings of your DNS."),
  page("/port", "Change the port: The default port of the server is 3000. Change it with an environment variable."),
  page("/keys", "API keys: Create an API key, or delete it when it expires. Requests send it in a header."),
  page("/limits", "Rate limit: The maximum number of requests. A response tells when to retry."),
  page("/install", "Install: Install the package from the command line."),
);

test.each([
  [
    "de",
    "Wie kann ich eine Sicherung der Datenbank erstellen?",
    "Domain einrichten: eigene Domain",
    "Wie lösche ich einen API-Schlüssel?",
  ],
  [
    "es",
    "¿Cómo hago una copia de seguridad de la base de datos?",
    "¿Cómo añado un dominio propio?",
    "¿Cómo elimino una clave de API?",
  ],
  [
    "fr",
    "Comment faire une sauvegarde de la base de données ?",
    "Comment ajouter un domaine personnalisé ?",
    "Comment supprimer une clé API ?",
  ],
  [
    "it",
    "Come faccio una copia di sicurezza del database?",
    "Come posso aggiungere un dominio personalizzato?",
    "Come si elimina una chiave API?",
  ],
  [
    "pt",
    "Como faço uma cópia de segurança do banco de dados?",
    "Como adiciono um domínio próprio?",
    "Como excluir uma chave de API?",
  ],
  [
    "nl",
    "Hoe maak ik een reservekopie van de databank?",
    "Hoe kan ik een eigen domein toevoegen?",
    "Hoe kan ik een API-sleutel verwijderen?",
  ],
  ["pl", "Jak zrobić kopię zapasową bazy danych?", "Jak dodać własną domenę?", "Jak usunąć klucz API?"],
  ["ru", "Как сделать резервную копию базы данных?", "Как добавить свой домен?", "Как удалить API-ключ?"],
  ["tr", "Veritabanının yedeğini nasıl alırım?", "Kendi alan adımı nasıl eklerim?", "API anahtarını nasıl silerim?"],
  ["ar", "كيف يمكنني عمل نسخة احتياطية من قاعدة البيانات؟", "كيف أضيف نطاقًا مخصصًا؟", "كيف أحذف مفتاح API؟"],
  ["ja", "データベースのバックアップはどうすればいいですか？", "独自ドメインを追加する方法", "APIキーを削除するには？"],
  ["ko", "데이터베이스를 백업하려면 어떻게 해야 하나요?", "사용자 지정 도메인을 추가하는 방법", "API 키를 삭제하려면?"],
  ["zh", "如何备份数据库？", "怎么添加自定义域名？", "如何删除 API 密钥？"],
  ["zh-tw", "如何備份資料庫？", "怎麼新增自訂網域？", "如何刪除 API 金鑰？"],
])("questions in %s find English pages", (language, ...questions) => {
  for (const [at, path] of ["/backup", "/domains", "/keys"].entries()) {
    const asked = askLast(index, [questions[at] ?? ""]);
    expect(asked).toMatchObject({ isForeign: true, language });
    expect(paths(index, asked.query)[0], asked.query).toBe(path);
  }
});

test("a compound word is translated part by part", () => {
  expect(askLast(index, ["Wie geht die Datenbanksicherung?"]).focus).toBe("how database backup");
});

test("names, code and words of the site are kept in a translation", () => {
  const { focus } = askLast(index, ["Wie installiere ich das package @acme/cli_tool auf Ubuntu 24.04 mit npm?"]);
  expect(focus).toContain("install");
  expect(focus).toContain("package");
  expect(focus).toContain("cli_tool");
  expect(focus).toContain("24.04");
});

test("a question with few known words keeps all its words, so that it isn't mistaken for another question", () => {
  expect(askLast(index, ["Welche Schuhe trägt der berühmte Fußballspieler im Server?"]).focus).toContain(
    "Fußballspieler",
  );
});

const german = await indexOf(
  page("/sicherung", "Sicherung: Die Sicherung der Datenbank ist nicht schwer und geht mit einem Befehl der Konsole."),
  page("/port", "Port: Der Port ist mit der Umgebungsvariable und nicht mit der Datei zu ändern. Die Datei ist leer."),
);
const both = await indexOf(
  page("/de/sicherung", "Sicherung: Sichern.", { facets: { language: "de" } }),
  page("/en/backup", "Backup: Back up.", { facets: { language: "en" } }),
);

test("a question in the language of the pages isn't translated", () => {
  const text = "Wie mache ich eine Sicherung der Datenbank?";
  expect(askLast(german, [text])).toMatchObject({ focus: text, isForeign: false, language: "de" });
  expect(askLast(both, [text])).toMatchObject({ focus: text, isForeign: false, language: "de" });
  expect(askLast(both, [text], { filter: { language: "de" } })).toMatchObject({ focus: text, isForeign: false });
  expect(askLast(both, [text], { filter: { language: "en" } })).toMatchObject({ isForeign: true, language: "de" });
});

test.each([
  "comment on a pull request",
  "die on error",
  "how do I use i18n for de and fr?",
  "what does `für` mean",
  "how do I search for 日本語 text in the docs",
  "EADDRINUSE",
  "import.meta.env",
  "vite build --base=/der/die/das",
  "San Francisco de Asis",
  "install plugin",
  "configuration options",
])("%j isn't taken for another language", (text) => {
  expect(askLast(index, [text]).isForeign).toBe(false);
});

const shared = join(import.meta.dirname, "../../../../shared");

test.skipIf(!existsSync(shared))(
  "no English question of the development sets is taken for another language (needs ../shared)",
  () => {
    const files = ["answers/dev.jsonl", "retrieval/questions.jsonl", "retrieval/offtopic.jsonl"];
    const rows = files.flatMap((file) => readFileSync(join(shared, file), "utf8").trim().split("\n"));
    const questions = rows.map((row) => JSON.parse(row) as { question: string; language?: string });
    const english = questions.filter(({ language }) => language === undefined);
    expect(english.length).toBeGreaterThan(200);
    expect(english.filter(({ question }) => !["en", undefined].includes(languageOf(question)))).toEqual([]);
  },
);

test.each(dictionaryLanguages)(
  "the dictionary of %s is well-formed and covers the same terms as the others",
  (language) => {
    const entries = openDictionary(language);
    const terms = new Set(entries.map(({ english }) => english));
    const all = new Set(dictionaryLanguages.flatMap((other) => openDictionary(other).map(({ english }) => english)));
    expect([...all].filter((term) => !terms.has(term) && term !== "with")).toEqual([]);
    expect(entries.filter(({ text, words }) => text.trim() !== text || words.length === 0)).toEqual([]);
    expect(new Set(entries.map(({ english, text }) => `${english}=${text}`)).size).toBe(entries.length);
  },
);
