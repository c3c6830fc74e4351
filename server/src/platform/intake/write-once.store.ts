import { sql } from 'kysely'
import { prepared } from '../db/connection/prepared-statement.ts'
import type { Db, Transaction } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { newMark, type BatchMark } from './batch-mark.ts'

/**
 * How long an attempt waits for each answer of the database. Then its connection is destroyed, and another attempt
 * begins over another one.
 */
export const intakeAnswerMs = 10_000

/**
 * The server gives up earlier and reports why, and a retry that waits for an earlier attempt ends in order and waits
 * again, so that they do not pile up. An abandoned transaction that holds what a retry needs ends soon.
 */
const lockMs = 8000
const statementMs = 9500
const abandonedMs = 12_000

const found = 'written before'

/** Begins a batch. False if it has been written already; waits while an earlier try is undecided. */
async function begin(trx: Transaction, { day, id }: BatchMark): Promise<boolean> {
  const { rows } = await sql`${prepared}
    insert into ingest_batch (day, id)
    select ${day}::date, ${id}::uuid
    where set_config('lock_timeout', ${String(lockMs)}::text, true) is not null
      and set_config('statement_timeout', ${String(statementMs)}::text, true) is not null
      and set_config('idle_in_transaction_session_timeout', ${String(abandonedMs)}::text, true) is not null
    on conflict do nothing
    returning id`.execute(trx)
  return rows.length > 0
}

/**
 * Runs `work` in a transaction that is committed once, however often it is tried with the same mark: also if the answer to an earlier
 * COMMIT was lost. Tries follow one another. Answers what `work` returned, or `written before`; either is safe, at a synchronous standby
 * too.
 */
export async function writeOnce<T>(
  db: Db,
  mark: BatchMark,
  work: (trx: Transaction) => Promise<T>,
): Promise<T | typeof found> {
  return transaction(db, async (trx) => {
    if (await begin(trx, mark)) return work(trx)
    // The earlier commit may be visible here but not at the standby, if its wait was cut short, or after a restart. Our
    // own commit waits until everything before it is there.
    await begin(trx, newMark())
    return found
  })
}
