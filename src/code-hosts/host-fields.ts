import type { PullRequestStatus } from "../pull-requests/pull-request.ts";
import { CodeHostError } from "./code-host-error.ts";

export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown, name: string): string {
  const text = field(value, name);
  if (typeof text !== "string") {
    throw unexpected();
  }
  return text;
}

export function numberOf(value: unknown, name: string): number {
  const number = field(value, name);
  if (!Number.isSafeInteger(number)) {
    throw unexpected();
  }
  return Number(number);
}

/** Reads a link that the dashboard shows, so only http and https are accepted. */
export function webAddressOf(value: unknown, name: string): string {
  const text = textOf(value, name);
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw unexpected();
  }
  return text;
}

/** Translates the host's own name of a status. */
export function statusFrom(statuses: Readonly<Record<string, PullRequestStatus>>, pull: unknown): PullRequestStatus {
  const state = textOf(pull, "state");
  const status = Object.hasOwn(statuses, state) ? statuses[state] : undefined;
  if (status === undefined) {
    throw unexpected();
  }
  return status;
}

function unexpected(): CodeHostError {
  return new CodeHostError("unavailable", "The host's reply doesn't match its API; check the repository's address.");
}
