/** What the site knows about a reader who has signed in. */
export interface Profile {
  /** The values for `user` in pages and scripts; null without a reader. */
  user: object | null;
  /** Values for the fields of the request tester, by place and name. */
  apiPlaygroundInputs?: Record<string, Record<string, unknown>>;
}

declare global {
  interface Window {
    /** The name that the format documents for scripts. */
    mintlify?: { user?: object };
  }
}

const nobody: Profile = { user: null };
const address = document.body.dataset.readerProfile;

/** Loaded once per page, and only on sites where readers sign in. */
export const reader: Promise<Profile> = address === undefined ? Promise.resolve(nobody) : load(address);

if (address !== undefined) {
  void reader.then(({ user }) => {
    window.mintlify = { ...window.mintlify, ...(user !== null && { user }) };
    document.dispatchEvent(new CustomEvent("mintlify:user", { detail: user, bubbles: true }));
  });
}

async function load(path: string): Promise<Profile> {
  try {
    const response = await fetch(path, { headers: { accept: "application/json" } });
    return response.ok ? ((await response.json()) as Profile) : nobody;
  } catch {
    return nobody;
  }
}
