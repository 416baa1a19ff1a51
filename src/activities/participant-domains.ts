import { toDomain } from '../core/rest/fields.ts';

/** The domains of the participants that are email addresses, in order, such as `ann@acme.example` or `Ann <ann@acme.example>`. */
export function domainsOf(participants: readonly string[]): string[] {
  return participants.flatMap((participant) => {
    const [, domain] = /@([^@<>\s]+)>?$/.exec(participant) ?? [];
    return (domain === undefined ? undefined : toDomain(domain.toLowerCase())) ?? [];
  });
}
