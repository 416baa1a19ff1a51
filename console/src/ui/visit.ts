const storageKey = 'clientele.visit';

/** A visit ends with a pause of this length. */
const pauseMs = 4 * 3_600_000;

/** Returns the end of the visit before this one in this browser, and records that this one goes on. */
export function lastVisit(): string | undefined {
  const now = new Date();
  const [before = '', seenAt = ''] = (localStorage.getItem(storageKey) ?? '').split(' ');
  const isNew = now.getTime() - Date.parse(seenAt) > pauseMs;
  const end = isNew ? seenAt : before;
  localStorage.setItem(storageKey, `${end} ${now.toISOString()}`);
  return end || undefined;
}
