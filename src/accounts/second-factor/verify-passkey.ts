import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { NewCredential, UsedCredential } from "../../contract/sign-in-operations.ts";
import type { User } from "../user-store.ts";
import type { Passkey } from "./passkey-store.ts";

const ceremonyMilliseconds = 300_000;
// EdDSA, ES256 and RS256. By default the library also offers algorithms that Node still warns about.
const algorithms = [-8, -7, -257];

/** The options that the browser needs to create a passkey. */
export async function registrationOptions(url: string, user: User, passkeys: readonly Passkey[]) {
  return generateRegistrationOptions({
    rpName: "Lectern",
    rpID: relyingParty(url).rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: ceremonyMilliseconds,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: passkeys.map(describeCredential),
    // A passkey can be used without a password, so it must identify its account and verify the person using it.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Undefined if the browser's reply doesn't answer this server's challenge. */
export async function verifyNewCredential(
  url: string,
  { response, ...credential }: NewCredential,
  challenge: string,
): Promise<Pick<Passkey, "credentialId" | "publicKey" | "signCount" | "transports"> | undefined> {
  const { rpID, origin } = relyingParty(url);
  const { transports = [], ...signed } = response;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }));
  return (
    registrationInfo && {
      credentialId: registrationInfo.credential.id,
      publicKey: Buffer.from(registrationInfo.credential.publicKey).toString("base64url"),
      signCount: registrationInfo.credential.counter,
      transports,
    }
  );
}

/** The options that the browser needs to use a passkey: one of the given ones, or any if none are given. */
export async function signInOptions(url: string, passkeys: readonly Passkey[]) {
  return generateAuthenticationOptions({
    rpID: relyingParty(url).rpID,
    timeout: ceremonyMilliseconds,
    userVerification: "required",
    ...(passkeys.length > 0 && { allowCredentials: passkeys.map(describeCredential) }),
  });
}

/** Returns the new signature count, or undefined if the reply wasn't made by this passkey for this challenge. */
export async function verifyUsedCredential(
  url: string,
  { response, ...credential }: UsedCredential,
  challenge: string,
  passkey: Passkey,
): Promise<number | undefined> {
  const { rpID, origin } = relyingParty(url);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: passkey.signCount,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified ? authenticationInfo?.newCounter : undefined;
}

/**
 * The party that requests passkeys: this server at its public address. A site on a subdomain may use the same ID, so
 * the origin must match exactly.
 */
function relyingParty(url: string) {
  const { hostname, origin } = new URL(url);
  return { rpID: hostname, origin };
}

function describeCredential({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports };
}
