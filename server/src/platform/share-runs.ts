type Run<T> = { current: Promise<T>; next: Promise<T> | undefined }

/**
 * Many who ask for the same at once share its runs: whoever asks while it runs gets the next one, together with all others. What
 * each gets was read after it asked, and there are never two at a time.
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
