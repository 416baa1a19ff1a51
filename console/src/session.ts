/** The token of this browser tab. It stays in the tab's session storage, and is never part of a URL that is sent. */

const storageKey = 'clientele.token';

/** The form of a token. */
export const tokenForm = /^sk_live_[0-9A-Za-z]{32}$/;

/** Takes the token from the fragment of the address (`#token=…`) and clears the fragment; undefined if there is none. */
export function takeOfferedToken(): string | undefined {
  const [address, fragment = ''] = location.href.split('#');
  if (!fragment.startsWith('token=')) return undefined;
  history.replaceState(null, '', address);
  const offered = fragment.slice('token='.length);
  return tokenForm.test(offered) ? offered : undefined;
}

export const storedToken = (): string | undefined => sessionStorage.getItem(storageKey) ?? undefined;

export const storeToken = (token: string): void => sessionStorage.setItem(storageKey, token);

export const forgetToken = (): void => sessionStorage.removeItem(storageKey);
