import { createHmac, randomUUID } from "node:crypto";

/** A webhook as its host would send it. */
export interface Signed {
  host: "github" | "gitlab";
  headers: Record<string, string>;
  body: Buffer;
}

export function fromGithub(event: string, payload: unknown, secret: string, delivery: string = randomUUID()): Signed {
  return signGithub(event, Buffer.from(toText(payload)), "application/json", secret, delivery);
}

/** A webhook as GitHub sends it with the default content type. */
export function fromGithubForm(event: string, payload: unknown, secret: string): Signed {
  const form = new URLSearchParams({ payload: toText(payload) });
  return signGithub(event, Buffer.from(form.toString()), "application/x-www-form-urlencoded", secret, randomUUID());
}

function signGithub(event: string, body: Buffer, contentType: string, secret: string, delivery: string): Signed {
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  return {
    host: "github",
    headers: {
      "content-type": contentType,
      "user-agent": "GitHub-Hookshot/044aadd",
      "x-github-delivery": delivery,
      "x-github-event": event,
      "x-github-hook-id": "292430182",
      "x-hub-signature-256": `sha256=${hex}`,
    },
    body,
  };
}

/** A webhook from GitLab with the secret itself as a token. */
export function fromGitlab(event: string, payload: unknown, secret: string, delivery: string = randomUUID()): Signed {
  return {
    host: "gitlab",
    headers: {
      "content-type": "application/json",
      "user-agent": "GitLab/18.0.0",
      "idempotency-key": delivery,
      "x-gitlab-event": event,
      "x-gitlab-webhook-uuid": "3c5c0404-c866-44bc-a5f6-452bb1bfc76e",
      "x-gitlab-instance": "https://gitlab.example.com",
      "x-gitlab-event-uuid": randomUUID(),
      "x-gitlab-token": secret,
    },
    body: Buffer.from(toText(payload)),
  };
}

/** A webhook from GitLab with a signature of its ID, time and body. */
export function fromSigningGitlab(
  event: string,
  payload: unknown,
  key: Buffer,
  now: number,
  delivery: string = randomUUID(),
): Signed {
  const { headers, body } = fromGitlab(event, payload, "", delivery);
  const timestamp = String(Math.floor(now / 1_000));
  const signature = createHmac("sha256", key).update(`${delivery}.${timestamp}.`).update(body).digest("base64");
  const { "x-gitlab-token": _token, ...rest } = headers;
  return {
    host: "gitlab",
    headers: {
      ...rest,
      "webhook-id": delivery,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
    body,
  };
}

function toText(payload: unknown): string {
  return typeof payload === "string" ? payload : JSON.stringify(payload);
}
