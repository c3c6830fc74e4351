export type Steps = Readonly<{
  /** Prints a separator line. */
  printLine: (line: string) => void
  /**
   * Prints the name of the work and then its duration in seconds; `secondsOf` gives it when the work began before this
   * call.
   */
  step: <T>(name: string, work: Promise<T>, secondsOf?: (result: T) => number) => Promise<T>
}>

/** The output of a start for the person at the terminal. One step is open at a time. */
export function openSteps(write: (text: string) => void): Steps {
  let isLineOpen = false

  function printLine(line: string) {
    if (isLineOpen) write('\n')
    isLineOpen = false
    write(`${line}\n`)
  }

  return {
    printLine,
    step: async (name, work, secondsOf) => {
      const startedAt = performance.now()
      write(`${name} … `)
      isLineOpen = true
      try {
        const result = await work
        if (!isLineOpen) write(`${name} … `)
        const seconds = secondsOf?.(result) ?? (performance.now() - startedAt) / 1000
        write(`${seconds.toFixed(1)} s\n`)
        isLineOpen = false
        return result
      } catch (error) {
        if (isLineOpen) write('\n')
        isLineOpen = false
        throw error
      }
    },
  }
}
