/** The properties that identify an element. */
interface NamedNode {
  address: string;
  parent: string;
  kind: string;
  title: string;
  path?: string | undefined;
}

type Nodes = readonly NamedNode[];

/**
 * Maps each element's old address to its new one after a change. Addresses are positions in docs.json, so they change
 * whenever something earlier moves. Elements are matched by their title and their parents' titles, then by their title
 * alone, then by position.
 */
export function followNodes(before: Nodes, after: Nodes): Map<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const old = namesOf(before);
  const now = namesOf(after);
  for (const level of ["trail", "name", "place"] as const) {
    const free = Map.groupBy(
      now.filter(({ address }) => !taken.has(address)),
      (one) => one[level],
    );
    for (const one of old) {
      const match = found.has(one.address) ? undefined : free.get(one[level])?.shift();
      if (match === undefined) continue;
      found.set(one.address, match.address);
      taken.add(match.address);
    }
  }
  return found;
}

/** The same edit for the current navigation; undefined if one of its elements is gone. */
export function followEdit<Edit extends object>(edit: Edit, before: Nodes, after: Nodes): Edit | undefined {
  const addresses = followNodes(before, after);
  const known = new Set(before.map(({ address }) => address));
  const next = { ...edit };
  for (const [key, value] of Object.entries(edit)) {
    // The root isn't an element, and its address never changes.
    if (!["address", "parent", "before"].includes(key) || !known.has(value)) continue;
    const address = addresses.get(value);
    if (address === undefined) return undefined;
    Object.assign(next, { [key]: address });
  }
  return next;
}

function namesOf(nodes: Nodes) {
  const trails = new Map<string, string>();
  return nodes.map(({ address, parent, kind, title, path = "" }) => {
    const name = JSON.stringify([kind, title, path]);
    const trail = `${trails.get(parent) ?? ""}${name}`;
    trails.set(address, trail);
    return { address, name, trail, place: `${kind} ${address}` };
  });
}
