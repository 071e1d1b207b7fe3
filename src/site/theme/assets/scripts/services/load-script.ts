/** Adds a script to the page, with the given `data-` attributes. */
export function loadScript(src: string, data: Record<string, string> = {}, onLoad?: () => void): HTMLScriptElement {
  const script = document.createElement("script");
  script.src = src;
  script.async = true;
  Object.assign(script.dataset, data);
  if (onLoad) script.addEventListener("load", onLoad);
  document.head.append(script);
  return script;
}

type Queued = ((...values: unknown[]) => void) & { q: unknown[] };

/** A global function that queues calls until the vendor's script replaces it. */
export function queueCalls(name: string): Queued {
  const calls: unknown[] = [];
  const queued = Object.assign((...values: unknown[]) => void calls.push(values), { q: calls });
  return globals()[name] === undefined ? defineGlobal(name, queued) : (globals()[name] as Queued);
}

export function globals(): Record<string, unknown> {
  return window as unknown as Record<string, unknown>;
}

export function defineGlobal<Value>(name: string, value: Value): Value {
  globals()[name] = value;
  return value;
}
