const address = /^[^\s@<>,;]+@[^\s@<>,;]+$/;

/** The link that begins a reply in the mail program; undefined if there is no address to reply to. */
export function replyLink(to: string | undefined, subject: string): string | undefined {
  if (to === undefined || !address.test(to)) return undefined;
  // A line break in a subject could begin another header.
  const line = subject.replaceAll(/\p{Cc}+/gu, ' ').trim();
  const reply = /^re:/i.test(line) ? line : `Re: ${line}`;
  return `mailto:${to.split('@').map(encodeURIComponent).join('@')}?subject=${encodeURIComponent(reply)}`;
}
