import { usePages } from './pages.ts';

/** The audit log, newest first. */
export const useAudit = () => usePages(['audit'], (api, at) => api.audit.list.query(at));
