import { ApiError } from "../../../src/contract/client.ts";

/** Whether this browser supports passkeys and their JSON form. All current browsers have since 2025. */
export const hasPasskeys =
  typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** Lets the person create a passkey. Returns the reply for the server. */
export async function createPasskey(options: Record<string, unknown>) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await explained(() => navigator.credentials.create({ publicKey }));
  const { id, rawId, response } = credential.toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, rawId, type: "public-key" as const, response: { clientDataJSON, attestationObject, transports } };
}

/** Lets the person choose a passkey. Returns the reply for the server. */
export async function choosePasskey(options: Record<string, unknown>) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await explained(() => navigator.credentials.get({ publicKey }));
  const { id, rawId, response } = credential.toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: "public-key" as const,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/** Replaces the browsers' error messages, which are written for developers. */
async function explained(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof DOMException && error.name === "InvalidStateError") {
      throw new Error("This device already has a passkey for your account.");
    }
    if (error instanceof DOMException && error.name === "SecurityError") {
      throw new Error("Passkeys work only at the server's own address. Open the dashboard there.");
    }
  }
  throw new Error("No passkey was used. Try again, or choose another way.");
}
