import { type ComponentProps, useEffect, useId, useState } from "react";
import { TextField } from "../../ui/field.tsx";
import type { VisualOptions } from "./host.ts";
import { useFieldText } from "./typed-field.tsx";

/** What a field can be filled with. */
type PickKind = "page" | "image" | "icon";

interface Choice {
  value: string;
  title?: string;
  /** The address of a small picture. */
  picture?: string | undefined;
}

const choicesMax = 60;
const imageName = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** The props that take the path of a file in the project. */
export const mediaProps: ReadonlySet<string> = new Set(["src", "img", "poster"]);

interface PickFieldProps extends Omit<ComponentProps<typeof TextField>, "value" | "onChange"> {
  kind: PickKind;
  from: Pick<VisualOptions, "pages" | "media" | "findIcons" | "imageUrl">;
  value: string;
  onChange: (text: string) => void;
}

/** A text field with a list of the project's pages, its images or the icons. Other text can be typed. */
export function PickField({ kind, from, value, onChange, ...field }: PickFieldProps) {
  const [text, setText] = useFieldText(value, onChange);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [query, setQuery] = useState("");
  const listId = useId();
  const choices = useChoices(kind, from, query, isOpen);
  const pick = (choice: Choice | undefined) => {
    if (choice !== undefined) setText(choice.value);
    setOpen(false);
  };
  const move = (step: number) => setActive((active + step + choices.length) % Math.max(1, choices.length));
  return (
    <div>
      <TextField
        {...field}
        role="combobox"
        aria-expanded={isOpen && choices.length > 0}
        aria-controls={listId}
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        // The whole list first, then what fits to the typed text.
        onFocus={() => {
          setQuery("");
          setActive(-1);
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setText(event.target.value);
          setQuery(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") isOpen ? move(1) : setOpen(true);
          else if (event.key === "ArrowUp" && isOpen) move(-1);
          else if (event.key === "Enter" && isOpen && active >= 0) pick(choices[active]);
          else if (event.key === "Escape" && isOpen) setOpen(false);
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {isOpen && choices.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={`Suggestions for ${kind}`}
          className={`mt-1 max-h-48 overflow-y-auto rounded-control border border-line bg-surface p-1 ${kind === "image" ? "grid grid-cols-3 gap-1" : ""}`}
        >
          {choices.map(({ value: choice, title, picture }, index) => (
            <div
              key={choice}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              title={choice}
              ref={(row) => {
                if (index === active) row?.scrollIntoView({ block: "nearest" });
              }}
              // The field keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                pick({ value: choice });
              }}
              className="min-w-0 cursor-pointer rounded-[4px] px-2 py-1 text-[13px] leading-5 hover:bg-hover aria-selected:bg-hover pointer-coarse:py-2"
            >
              {kind === "image" && <img src={picture} alt="" loading="lazy" className="mx-auto h-14 object-contain" />}
              <span className="block truncate">{title ?? choice}</span>
              {title !== undefined && <span className="block truncate text-xs text-ink-faint">{choice}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function useChoices(kind: PickKind, from: PickFieldProps["from"], query: string, isOpen: boolean): Choice[] {
  const [icons, setIcons] = useState<readonly string[]>([]);
  const { findIcons } = from;
  useEffect(() => {
    if (kind !== "icon" || !isOpen) return undefined;
    let isCurrent = true;
    // Without a connection, the name can still be typed.
    findIcons(query).then(
      (names) => isCurrent && setIcons(names),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [kind, findIcons, query, isOpen]);
  if (!isOpen) return [];
  if (kind === "icon") return icons.slice(0, choicesMax).map((value) => ({ value }));
  const wanted = query.trim().toLowerCase();
  const all: Choice[] =
    kind === "page"
      ? from.pages.map(({ url, title }) => ({ value: url, title }))
      : from.media
          .filter((path) => imageName.test(path))
          .map((path) => ({
            value: `/${path}`,
            title: path.slice(path.lastIndexOf("/") + 1),
            picture: from.imageUrl(`/${path}`),
          }));
  const fits = ({ value, title = "" }: Choice) => `${value} ${title}`.toLowerCase().includes(wanted);
  return all.filter(fits).slice(0, choicesMax);
}
