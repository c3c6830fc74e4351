import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { setFollowing } from './followed-tests.ts'
import type { RunFile } from './shard-messages.ts'

/**
 * A process that runs test files one after another, each as a suite of its own, so that their common imports are loaded
 * once. It gets a file as a message; its reporter (shard-reporter.ts) sends the results. It ends when the runner
 * disconnects.
 */
process.on('message', (given: RunFile) => {
  setFollowing(true)
  void suite(given.name, async () => {
    try {
      await import(pathToFileURL(given.file).href)
    } finally {
      setFollowing(false)
    }
  })
})
// An error that occurs after the end of the test that caused it belongs to no test: it fails the file that runs now.
const late = (error: unknown) => process.send?.({ kind: 'late', details: inspect(error) })
process.on('uncaughtException', late)
process.on('unhandledRejection', late)
// Handles that a test left open must not keep it.
process.on('disconnect', () => process.exit())
