const credentialsLengthMax = 2_000;

/**
 * Git sends a user name and password as Basic credentials. The password is an API key or a personal access
 * token, and the user name is ignored. Returns
 * the equivalent bearer header.
 */
export function toBearer(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? "")?.[1];
  if (encoded === undefined || encoded.length > credentialsLengthMax) {
    return authorization;
  }
  const credentials = Buffer.from(encoded, "base64").toString();
  return `Bearer ${credentials.slice(credentials.indexOf(":") + 1)}`;
}
