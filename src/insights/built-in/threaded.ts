import { bundledProgram, runInThreads } from '../../core/threads.ts';
import type { ClientHistory, InsightEngine, Insights } from '../engine.ts';

/**
 * The longest history takes about a second of a core, so this leaves room for a machine that is ten times as slow; a thread
 * holds 60 MB when it has read such a history.
 */
const bounds = { threads: 2, deadlineMs: 10_000, memoryMb: 256 };

/** The built-in engine in worker threads: a history that it cannot cope with fails, and holds up nobody. */
export const threadedEngine: InsightEngine = {
  compute: runInThreads<ClientHistory, Insights>(bundledProgram('insight-thread'), bounds),
};
