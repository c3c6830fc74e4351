import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import type { OperationRecord } from '../../platform/http/mount-options.ts'
import { storableJson } from '../../platform/storable-text.ts'

const iso = (at: number) => new Date(at).toISOString()

/**
 * A line, and for how long it may still be counted up before it is sealed. `within`: it is part of a transaction that writes more,
 * whose commit is waited for.
 */
type Line = OperationRecord & Readonly<{ notBefore?: number; within?: boolean }>

/**
 * Adds a line to the operation log, with its body, its readers and its place in the queue of those to be sealed: one statement,
 * no lock. What it holds is masked before it comes here. Answers the id of the line.
 *
 * The commit of the line is not waited for: what the call changed is on the disk already, with its own changes. A power cut
 * within the next moment may take the line; the changes then get an interrupted one.
 */
export async function recordOperation(db: Db, row: Line): Promise<string> {
  const { actor, time, operationId } = row
  const at = sql`${iso(time)}::timestamptz`
  const insert = () =>
    sql<{ id: string }>`
      select record_operation(${operationId}::uuid, ${at}, ${actor?.accountId ?? null}::bigint, ${actor?.account ?? ''},
        ${actor?.organisationId ?? null}::bigint, ${row.address}, ${row.module}, ${row.operation}, ${row.method}, ${row.path},
        ${row.durationMs}::int, ${row.code}::int, ${row.success}::boolean, ${storableJson(row.request)}::jsonb,
        ${storableJson(row.response)}::jsonb, ${row.notBefore === undefined ? null : iso(row.notBefore)}::timestamptz,
        ${row.within === true}::boolean) as id`.execute(db)
  const { rows } = await withPartitions(db, insert)
  return rows[0]?.id ?? ''
}

/** What is kept of a refused call that has no row of its own. */
export type RefusedCall = Pick<
  OperationRecord,
  'time' | 'address' | 'module' | 'operation' | 'method' | 'path' | 'code'
>

/**
 * One row that says how many refused calls of an address have no row of their own; made where there is none yet. It is sealed
 * at `notBefore`, and counts no further then. Answers its id.
 */
export async function countMoreRefused(
  db: Db,
  counted: { id: string | null; like: RefusedCall; more: number; notBefore: number },
): Promise<string> {
  const { id, like, more, notBefore } = counted
  if (id === null)
    return recordOperation(db, {
      ...like,
      operationId: randomUUID(),
      actor: null,
      durationMs: 0,
      success: false,
      request: null,
      response: { more },
      notBefore,
    })
  await sql`
    update operation_body b set response = ${storableJson({ more })}::jsonb
    from operation_log l join operation_fresh f on f.line_id = l.id
    where l.id = ${id} and b.operation_id = l.operation_id and b.logged_at = l.logged_at`.execute(db)
  return id
}
