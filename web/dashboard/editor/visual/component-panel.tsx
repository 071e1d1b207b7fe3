import { Code } from "lucide-react";
import type { Node } from "prosemirror-model";
import type { CatalogProp } from "../../../../src/contract/editor-fact-operations.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { findComponent } from "../catalog.ts";
import { type ComponentAttribute, componentAttributes } from "../document/page-schema.ts";
import { attributeText, changeAttribute, checkProp, findAttribute, missesOneOf } from "./component-props.ts";
import { mediaProps, PickField } from "./pick-field.tsx";
import { useFieldText } from "./typed-field.tsx";
import type { VisualPage } from "./visual-page.ts";

interface PanelProps {
  page: VisualPage;
  node: Node;
  position: number;
}

/** The settings of a component: a form for its props, based on the catalog. Unknown props stay as they are. */
export function ComponentPanel({ page, node, position }: PanelProps) {
  const component = findComponent(page.catalog, String(node.attrs.name));
  const attributes = componentAttributes(node);
  const known = component?.props ?? [];
  const others = attributes.filter(({ name }) => name !== "" && known.every((prop) => prop.name !== name));
  const props: CatalogProp[] = [...known, ...others.map(({ name }) => ({ name, type: "string" as const }))];
  const change = (prop: CatalogProp, text: string) => {
    const changed = changeAttribute(attributes, prop, text);
    page.view.dispatch(page.view.state.tr.setNodeAttribute(position, "attributes", changed));
  };
  return (
    <fieldset disabled={!page.canWrite} className="grid gap-4">
      <legend className="sr-only">Settings</legend>
      {component?.description !== undefined && (
        <p className="text-[13px] leading-5 text-ink-soft">{component.description}</p>
      )}
      {component === undefined && (
        <p className="text-[13px] leading-5 text-ink-soft">Unknown component. Check its name and its import.</p>
      )}
      {component !== undefined && missesOneOf(component, attributes) && (
        <p className="text-[13px] leading-5 text-danger">Set one of: {component.needsOneOf?.join(", ")}.</p>
      )}
      {component !== undefined && props.length === 0 && (
        <p className="text-ink-faint">This component has no settings.</p>
      )}
      {props.map((prop) => (
        <PropField
          key={prop.name}
          prop={prop}
          attribute={findAttribute(attributes, prop.name)}
          page={page}
          onChange={(text) => change(prop, text)}
        />
      ))}
      <div>
        <Button size="small" icon={<Code size={16} aria-hidden />} onClick={() => page.openSource(position)}>
          Edit source
        </Button>
      </div>
    </fieldset>
  );
}

interface PropFieldProps {
  prop: CatalogProp;
  attribute: ComponentAttribute | undefined;
  page: VisualPage;
  onChange: (text: string) => void;
}

function PropField({ prop, attribute, page, onChange }: PropFieldProps) {
  const [text, setText] = useFieldText(attributeText(attribute), onChange);
  const field = {
    label: <span className="font-mono text-[13px]">{prop.name}</span>,
    hint: prop.description,
    isOptional: !prop.isRequired,
    error: checkProp(prop, attribute),
  };
  const options = prop.type === "boolean" ? ["true", "false"] : prop.type === "enum" ? (prop.options ?? []) : undefined;
  if (options !== undefined && !text.startsWith("{")) {
    const isOther = text !== "" && !options.includes(text);
    return (
      <SelectField {...field} value={text} onChange={(event) => setText(event.target.value)}>
        <option value="">{prop.default === undefined ? "Not set" : `Default (${prop.default})`}</option>
        {isOther && <option value={text}>{text}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {prop.type === "boolean" ? (option === "true" ? "On" : "Off") : option}
          </option>
        ))}
      </SelectField>
    );
  }
  const kind = mediaProps.has(prop.name) ? "image" : prop.type;
  if ((kind === "page" || kind === "icon" || kind === "image") && !text.startsWith("{")) {
    return <PickField {...field} kind={kind} from={page} value={text} onChange={setText} />;
  }
  return (
    <TextField
      {...field}
      value={text}
      onChange={(event) => setText(event.target.value)}
      spellCheck={prop.type === "string"}
      inputMode={prop.type === "number" ? "decimal" : undefined}
      placeholder={prop.default}
      className={text.startsWith("{") || prop.type === "expression" ? "font-mono text-[12.5px]" : ""}
    />
  );
}
