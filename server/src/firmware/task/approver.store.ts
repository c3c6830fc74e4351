import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'

const waiting = (db: Db, accountId: string) =>
  db.selectFrom('upgradeTask').where('upgradeTask.approverId', '=', accountId).where('status', '=', 'EXAMINE_WAIT')

export async function countApprovals(db: Db, accountId: string): Promise<number> {
  const { n } = await waiting(db, accountId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Tasks that wait for the approval of an account, locked, with what their approver is sent. */
export async function listApprovals(trx: Transaction, accountId: string) {
  return waiting(trx, accountId)
    .leftJoin('account as creator', 'creator.id', 'upgradeTask.creatorId')
    .select([
      'upgradeTask.id',
      'upgradeTask.name',
      'creator.name as creatorName',
      sql<string[]>`upgrade_task.version_ids::text[]`.as('versionIds'),
      sql<string[]>`upgrade_task.editor_ids::text[]`.as('editorIds'),
      sql<number>`(select count(distinct u.device_id)::int from upgrade_device u
        where u.task_id = upgrade_task.id and u.state <> 'excluded')`.as('devices'),
      sql<string>`(select coalesce(string_agg(v.reported_as, ', ' order by array_position(upgrade_task.version_ids, v.id)), '')
        from firmware_version v where v.id = any(upgrade_task.version_ids))`.as('target'),
    ])
    .orderBy('upgradeTask.id')
    .forNoKeyUpdate('upgradeTask')
    .execute()
}
