/** The location of a value in docs.json. It is a linked list, which is cheap to create; most places are never shown. */
export interface Place {
  parent: Place | undefined;
  key: string | number;
}

/** The root of docs.json. */
export const rootPlace: Place = { parent: undefined, key: "" };

export function at(parent: Place, ...keys: (string | number)[]): Place {
  return keys.reduce<Place>((place, key) => ({ parent: place, key }), parent);
}

/** The keys from the root of docs.json to the value. */
export function placePath(place: Place): (string | number)[] {
  const path: (string | number)[] = [];
  for (let part = place; part.parent !== undefined; part = part.parent) path.push(part.key);
  return path.reverse();
}

/** The place as an author would write it: `navigation.tabs[0].pages[2]`. */
export function placeText(place: Place): string {
  return placePath(place).reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}
