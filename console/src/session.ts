/** The token of this browser tab. It stays in the tab's session storage, and is never part of a URL that is sent. */

const storageKey = 'clientele.token';

/** Takes the token from the fragment of the address (`#token=…`) and clears it from there, else from the storage. */
export function readToken(): string | undefined {
  const given = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    history.replaceState(null, '', location.pathname);
    storeToken(given);
  }
  return given ?? sessionStorage.getItem(storageKey) ?? undefined;
}

export const storeToken = (token: string): void => sessionStorage.setItem(storageKey, token);

export const forgetToken = (): void => sessionStorage.removeItem(storageKey);
