export type KeyKind = "admin" | "assistant";
type ExpiryDays = 7 | 30 | 60 | 90;
type Scope = "read" | "write";

interface NewKey {
  kind: KeyKind;
  name: string;
  expiresInDays?: ExpiryDays;
  scopes?: Scope[];
  allowedAddresses?: string[];
  allowedOrigins?: string[];
}

/** Reads the form for a new key, without fields of the other kind. */
export function readKeyForm(form: FormData): NewKey {
  const kind: KeyKind = form.get("kind") === "assistant" ? "assistant" : "admin";
  const expiry = Number(form.get("expiry"));
  const addresses = lines(form.get("addresses"));
  const origins = lines(form.get("origins"));
  return {
    kind,
    name: String(form.get("name") ?? "").trim(),
    ...(Number.isInteger(expiry) && { expiresInDays: expiry as ExpiryDays }),
    ...(kind === "admin" && { scopes: form.getAll("scope").map(String) as Scope[] }),
    ...(addresses.length > 0 && { allowedAddresses: addresses }),
    ...(kind === "assistant" && origins.length > 0 && { allowedOrigins: origins }),
  };
}

function lines(value: FormDataEntryValue | null): string[] {
  return String(value ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);
}
