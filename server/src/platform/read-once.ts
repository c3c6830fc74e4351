/** Reads `key`, or waits for the read in progress, so that many simultaneous callers cost one read. */
export function readOnce<T>(reads: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const begun = reads.get(key)
  if (begun !== undefined) return begun
  const reading = read().finally(() => reads.delete(key))
  reads.set(key, reading)
  return reading
}
