import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { ShardMessage } from './shard-messages.ts'

/** The stack of an error, and of its causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error, { depth: 4 })
  const text = error.stack ?? error.message
  return error.cause === undefined ? text : `${text}\ncaused by ${describe(error.cause)}`
}

const send = (message: ShardMessage) => {
  if (process.connected) process.send?.(message)
}

const names: string[] = []
/** The names of the suites and tests around, without the file's. */
const nameOf = (nesting: number, name: string) => [...names.slice(1, nesting), name].join(' › ')
let startedAt = performance.now()
let processorBefore = process.cpuUsage()
let firstTestMs: number | undefined

function ended() {
  const { user, system } = process.cpuUsage(processorBefore)
  send({
    kind: 'ended',
    processorSeconds: (user + system) / 1_000_000,
    firstTestMs,
  })
}

/** Sends the results of each file to the runner. */
// oxlint-disable-next-line import/no-default-export -- the test runner loads a reporter by its default export
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type === 'test:enqueue' && event.data.nesting === 0) {
      startedAt = performance.now()
      processorBefore = process.cpuUsage()
      firstTestMs = undefined
    }
    if (event.type === 'test:dequeue' && event.data.nesting === 1) firstTestMs ??= performance.now() - startedAt
    if (event.type === 'test:start') names[event.data.nesting] = event.data.name
    if (event.type === 'test:pass') {
      const { nesting, name, details, skip, todo } = event.data
      if (details.type !== 'suite') {
        if (skip !== undefined && skip !== false) send({ kind: 'skipped', name: nameOf(nesting, name) })
        else if (todo === undefined || todo === false) send({ kind: 'passed', count: 1 })
      }
      if (nesting === 0) ended()
    }
    if (event.type === 'test:fail') {
      const { nesting, name, line, details } = event.data
      const { error } = details
      // A suite fails because of a test in it, which is listed by itself; only its own hooks are news.
      const isOnlyReported = 'failureType' in error && error.failureType === 'subtestsFailed'
      // The runner wraps the error of a test.
      if (!isOnlyReported)
        send({
          kind: 'failed',
          name: nesting === 0 ? '' : nameOf(nesting, name),
          line,
          details: describe(error.cause ?? error),
        })
      if (nesting === 0) ended()
    }
  }
  yield ''
}
