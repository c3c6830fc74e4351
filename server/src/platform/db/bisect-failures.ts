import { mayPass } from './connection/database-away.ts'

/**
 * Does the work with all items at once. If that fails with an error that a retry would repeat (not `mayPass`), each
 * half is tried alone, down to the single item at fault: `onFault` receives it, and the other items succeed. Returns
 * the results in the order of the items; rejects if the same work may succeed later.
 */
export async function bisectFailures<T, R>(
  items: readonly T[],
  work: (some: readonly T[]) => Promise<readonly R[]>,
  onFault: (error: unknown, item: T) => Promise<void> | void,
): Promise<readonly R[]> {
  try {
    return await work(items)
  } catch (error) {
    if (mayPass(error)) throw error
    const [only] = items
    if (items.length <= 1) {
      if (only !== undefined) await onFault(error, only)
      return []
    }
  }
  const middle = items.length >> 1
  const first = await bisectFailures(items.slice(0, middle), work, onFault)
  return [...first, ...(await bisectFailures(items.slice(middle), work, onFault))]
}
