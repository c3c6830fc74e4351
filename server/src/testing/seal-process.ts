import { setTimeout as wait } from 'node:timers/promises'
import { sealHistory } from '../telemetry/history/seal-history.ts'
import { openDatabase } from '../platform/db/open-database.ts'

// Seals in a separate process, a few devices at a time, for a test that kills it.
const { db } = openDatabase(
  { databaseUrl: process.env['DATABASE_URL'] ?? '' },
  { applicationName: 'brigade test seal' },
)
await sealHistory(db, Number(process.env['NOW_MS']), 100)
await wait(60_000)
