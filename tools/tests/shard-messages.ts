/** Messages between the runner and a shard, a process that runs test files one after another. */

export type RunFile = Readonly<{
  /** Absolute. */
  file: string
  /** From the root of the repository. */
  name: string
}>

export type ShardMessage =
  | Readonly<{ kind: 'passed'; count: 1 }>
  | Readonly<{ kind: 'skipped'; name: string }>
  | Readonly<{ kind: 'failed'; name: string; line: number | undefined; details: string }>
  /** Errors that occurred after the end of the test that caused them. */
  | Readonly<{ kind: 'late'; details: string }>
  | Readonly<{
      kind: 'ended'
      processorSeconds: number
      /** The time from the order to run the file to its first test: imports and hooks. Undefined if no test began. */
      firstTestMs: number | undefined
    }>
