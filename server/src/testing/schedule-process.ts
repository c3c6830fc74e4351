import { openDatabase } from '../platform/db/open-database.ts'
import { startJobRunner } from '../platform/jobs/job-runner.ts'
import { createLog } from '../platform/log.ts'

// A process with a job for every minute, which reports each run to its parent.
const log = createLog({ level: 'silent' })
const { pool } = openDatabase(
  { databaseUrl: process.env['DATABASE_URL'] ?? '' },
  { applicationName: 'brigade schedule', max: 6 },
)
await startJobRunner({
  pool,
  jobs: [{ name: 'every-minute', cron: '* * * * *', run: async () => void process.send?.('ran') }],
  log,
  stopping: new AbortController().signal,
})
process.send?.('ready')
process.on('disconnect', () => process.exit(1))
