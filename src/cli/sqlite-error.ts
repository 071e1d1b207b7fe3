const names: Readonly<Record<number, "busy" | "damaged" | "full">> = {
  5: "busy",
  11: "damaged",
  13: "full",
  26: "damaged",
};

/** Classifies errors of the embedded database that need different handling. */
export function sqliteProblem(error: unknown): "busy" | "damaged" | "full" | undefined {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  // The low byte is the primary code; the rest is the extended code.
  return names[code & 0xff];
}
