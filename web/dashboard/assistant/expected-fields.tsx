import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useDeferredValue, useId, useState } from "react";
import { evaluationLimits } from "../../../src/contract/evaluation-limits.ts";
import { type Answer, read } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { CheckField, TextArea, TextField } from "../ui/field.tsx";

type Question = Answer<"listEvaluationQuestions">["questions"][number];

/** The right answer to a question, according to the members. Each fact in `must` is a list of alternatives. */
export type Expected = Pick<Question, "pages" | "notInDocs" | "must" | "note">;

export const nothingExpected: Expected = { pages: [], notInDocs: false, must: [], note: null };

interface ExpectedFieldsProps {
  question: string;
  before: Expected;
  legend: string;
  /** Whether the person may leave the expected answer empty. */
  isOptional: boolean;
}

/** Fields for the pages that should answer a question, or for the fact that no page does. */
export function ExpectedFields({ question, before, legend, isOptional }: ExpectedFieldsProps) {
  const isOpen = before.pages.length === 0 && !before.notInDocs && isOptional;
  const [kind, setKind] = useState(isOpen ? "unknown" : before.notInDocs ? "none" : "pages");
  const [fields, setFields] = useState(Math.max(1, before.pages.length));
  const choice = (value: string, label: string) => (
    <CheckField
      type="radio"
      name="expected"
      value={value}
      checked={kind === value}
      onChange={() => setKind(value)}
      label={label}
    />
  );
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{legend}</legend>
      {choice("pages", "A page of the docs")}
      {kind === "pages" && (
        <div className="grid justify-items-start gap-2 pb-1 pl-6.5">
          {Array.from({ length: fields }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: fields are only added at the end.
            <PageField key={index} question={question} before={before.pages[index]} isRequired={index === 0} />
          ))}
          {fields < evaluationLimits.pages && (
            <Button size="small" look="ghost" icon={<Plus size={16} />} onClick={() => setFields(fields + 1)}>
              Add another page
            </Button>
          )}
        </div>
      )}
      {choice("none", "Nothing: the docs don’t answer this")}
      {isOptional && choice("unknown", "I don’t know")}
    </fieldset>
  );
}

export function NoteField({ before }: { before: Expected }) {
  return (
    <TextArea
      label="Note"
      isOptional
      name="note"
      rows={2}
      maxLength={evaluationLimits.noteCharacters}
      defaultValue={before.note ?? ""}
    />
  );
}

/** One fact per line, with its alternatives between vertical bars. */
export function FactsField({ before }: { before: Expected }) {
  return (
    <TextArea
      label="The answer must show"
      hint="One fact per line, such as: npm install | npm i"
      isOptional
      name="must"
      rows={2}
      maxLength={evaluationLimits.facts * evaluationLimits.factCharacters}
      defaultValue={before.must.map((fact) => fact.join(" | ")).join("\n")}
    />
  );
}

interface PageFieldProps {
  question: string;
  before: string | undefined;
  isRequired: boolean;
}

/** Suggests pages from the site's search: first for the question, then for the text that is typed. */
function PageField({ question, before = "", isRequired }: PageFieldProps) {
  const { project } = useProject();
  const [text, setText] = useState(before);
  const list = useId();
  const query = useDeferredValue(text.replaceAll("/", " ").trim() || question.slice(0, 200)).trim();
  const found = read("searchPages", { domain: project.domain, query, pageSize: 8 });
  const { data } = useQuery({ ...found, enabled: query !== "" });
  return (
    <div className="w-full">
      <TextField
        label={<span className="sr-only">Path of the page</span>}
        name="page"
        list={list}
        required={isRequired}
        maxLength={evaluationLimits.pathCharacters}
        placeholder="/guides/install"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="font-mono text-[13px]"
      />
      <datalist id={list}>
        {data?.map(({ path, metadata }) => (
          <option key={path} value={path}>
            {metadata.title}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/** Reads the expected answer from the fields above. */
export function readExpected(form: FormData) {
  const kind = form.get("expected");
  const pages = form.getAll("page").map((page) => String(page).trim());
  const must = String(form.get("must") ?? "")
    .split("\n")
    .map((line) => line.split("|").flatMap((one) => one.trim() || []))
    .filter((fact) => fact.length > 0);
  return {
    must,
    pages: kind === "pages" ? pages.filter((page) => page !== "") : [],
    notInDocs: kind === "none",
    note: String(form.get("note") ?? "").trim(),
  };
}
