type Run<T> = { current: Promise<T>; next: Promise<T> | undefined }

/**
 * Concurrent requests for the same key share runs: requests during a run share the next one. Each result was read after
 * its request, and there are never two runs of a key at a time.
 */
export function shareRuns<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const runs = new Map<string, Run<T>>()

  function start(key: string, work: () => Promise<T>): Promise<T> {
    const run: Run<T> = { current: work(), next: undefined }
    runs.set(key, run)
    const forget = () => {
      if (runs.get(key) === run) runs.delete(key)
    }
    run.current.then(forget, forget)
    return run.current
  }

  return (key, work) => {
    const run = runs.get(key)
    if (run === undefined) return start(key, work)
    run.next ??= run.current.then(
      () => start(key, work),
      () => start(key, work),
    )
    return run.next
  }
}
