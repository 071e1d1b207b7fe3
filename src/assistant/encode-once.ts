/**
 * What was found for a question, and the answer taken from it, are the same objects for as long as they are remembered.
 * So they are encoded once, and not for every reader who asks the same.
 */
export function encodeOnce<Value extends object>(encode: (value: Value) => string): (value: Value) => string {
  const known = new WeakMap<Value, string>();
  return (value) => {
    const encoded = known.get(value) ?? encode(value);
    known.set(value, encoded);
    return encoded;
  };
}
