import { startOrAttach } from './start-or-attach.ts'

/** A process of its own that starts PostgreSQL, says how it went, and stays: for tests that kill it. */
const [dataDir = ''] = process.argv.slice(2)
process.send?.(await startOrAttach({ dataDir, mode: 'test' }))
process.on('disconnect', () => process.exit())
