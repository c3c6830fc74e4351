import { iso } from '@brigade/contract/time.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import type { OperationRecord } from '../../platform/http/mount-options.ts'
import { storableJson } from '../../platform/storable-text.ts'

/**
 * A line, and the time until which its count may still grow before it is sealed. `within`: it is part of a larger transaction, which
 * commits later.
 */
type Line = OperationRecord & Readonly<{ notBefore?: number; within?: boolean }>

/**
 * Adds a line to the operation log, with its body, its readers and its place in the queue for sealing: one statement,
 * no lock. Its content has to be masked already. Returns the id of the line. The commit of the line is asynchronous:
 * the call's changes are on the disk already. A power cut within the next moment may lose the line; the changes then
 * get an interrupted one. A call in an opened console is also read by that console's organisation.
 */
export async function recordOperation(db: Db, row: Line): Promise<string> {
  const { actor, time, operationId } = row
  const at = sql`${iso(time)}::timestamptz`
  const insert = () =>
    sql<{ id: string }>`
      select record_operation(${operationId}::uuid, ${at}, ${actor?.accountId ?? null}::bigint, ${actor?.account ?? ''},
        ${actor?.organisationId ?? null}::bigint, ${row.openedId ?? null}::bigint, ${row.address}, ${row.module}, ${row.operation}, ${row.method}, ${row.path},
        ${row.durationMs}::int, ${row.code}::int, ${row.success}::boolean, ${storableJson(row.request)}::jsonb,
        ${storableJson(row.response)}::jsonb, ${row.notBefore === undefined ? null : iso(row.notBefore)}::timestamptz,
        ${row.within === true}::boolean) as id`.execute(db)
  const { rows } = await withPartitions(db, insert)
  return rows[0]?.id ?? ''
}

/** The stored columns of a refused call that has no row of its own. */
export type RefusedCall = Pick<
  OperationRecord,
  'time' | 'address' | 'module' | 'operation' | 'method' | 'path' | 'code'
>

/**
 * Adds to the row that counts an address's refused calls without rows of their own, and makes it if it is missing. It
 * is sealed at `notBefore`, and does not grow after that. Returns its id.
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
