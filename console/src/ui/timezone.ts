import { useShared } from '../api.ts';

/** The organization's time zone. */
export const useTimezone = (): string => useShared().session.organization.defaultTimezone;
