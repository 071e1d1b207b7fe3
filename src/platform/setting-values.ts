import { AppError } from "./errors.ts";
import type { SettingName } from "./settings.ts";

export function wholeNumber(name: SettingName, value: string, min: number, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw invalid(name, `must be a whole number from ${min} to ${max}`);
  }
  return number;
}

export function oneOf<const Values extends readonly string[]>(
  name: SettingName,
  value: string,
  values: Values,
): Values[number] {
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) {
    throw invalid(name, `must be one of ${values.join(", ")}`);
  }
  return found;
}

export function list(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

export function invalid(name: SettingName, problem: string): AppError {
  return new AppError("bad_request", `The setting ${name} ${problem}.`);
}
