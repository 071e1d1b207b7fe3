import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

interface Ceremony {
  challenge: string;
  /** The origin of the page that makes the request. A real browser fills it in. */
  origin: string;
  /** The relying party of the passkey. A real browser checks that it belongs to the origin. */
  rpId: string;
  /** Whether the authenticator verified the person. */
  isVerified?: boolean;
}

export interface SoftwareAuthenticator {
  register(ceremony: Ceremony): Record<string, unknown>;
  use(ceremony: Ceremony & { userHandle?: string }): Record<string, unknown>;
}

const present = 0x01;
const verified = 0x04;
const hasCredential = 0x40;

/** An authenticator and a browser in one. It also does things that real ones would refuse. */
export function createSoftwareAuthenticator(): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16);
  let count = 0;
  const id = credentialId.toString("base64url");
  const fields = { id, rawId: id, type: "public-key" };
  return {
    register({ isVerified = true, ...ceremony }) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const coordinates = [Buffer.from(x, "base64url"), Buffer.from(y, "base64url")] as const;
      // A COSE key in CBOR: an elliptic curve key for ES256 on P-256.
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        coordinates[0],
        Buffer.from("225820", "hex"),
        coordinates[1],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const data = Buffer.concat([
        head(ceremony.rpId, present | (isVerified ? verified : 0) | hasCredential, ++count),
        Buffer.alloc(16),
        length,
        credentialId,
        key,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text("fmt"),
        text("none"),
        text("attStmt"),
        Buffer.from([0xa0]),
        text("authData"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const response = {
        clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      };
      return { ...fields, response };
    },
    use({ isVerified = true, userHandle, ...ceremony }) {
      const data = head(ceremony.rpId, present | (isVerified ? verified : 0), ++count);
      const client = clientData("webauthn.get", ceremony);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
        ...(userHandle !== undefined && { userHandle }),
      };
      return { ...fields, response };
    },
  };
}

function head(rpId: string, flags: number, count: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), counter]);
}

function clientData(type: string, { challenge, origin }: Pick<Ceremony, "challenge" | "origin">): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
