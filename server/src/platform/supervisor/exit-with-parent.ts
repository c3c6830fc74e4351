import { reportAlive } from './report-alive.ts'

/**
 * Loaded before a program that does not know its supervisor: it ends when the supervisor does, and reports that it is
 * alive.
 */
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
// The channel must not keep a program alive that has nothing left to do.
process.channel?.unref()
reportAlive()
