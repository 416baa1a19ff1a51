/**
 * Loaded into a server before its program: answers each message with the megabytes (2^20 bytes) that are in use after a
 * garbage collection. Resident memory also holds what V8 has not yet collected, which grows for minutes before it settles.
 */
process.on('message', () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.send((heapUsed + external) / 2 ** 20);
});
// The program ends as it does without anyone who asks.
process.channel?.unref();
