const credentialsLengthMax = 2_000;

/**
 * Git asks people for a user name and a password and sends both as Basic. The password is the key, and any user name
 * will do: answers with the header as every other part of Lectern knows it.
 */
export function toBearer(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? "")?.[1];
  if (encoded === undefined || encoded.length > credentialsLengthMax) {
    return authorization;
  }
  const credentials = Buffer.from(encoded, "base64").toString();
  return `Bearer ${credentials.slice(credentials.indexOf(":") + 1)}`;
}
