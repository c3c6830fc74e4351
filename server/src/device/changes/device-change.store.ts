import { sql } from 'kysely'
import type { z } from 'zod'
import type { ChangeAction, ChangedField } from '@brigade/contract/device/record/record.model.ts'
import type { Db } from '../../platform/db/database.ts'

/** A change of a device's record. `accountId` null: made by the device itself or the system; `at` is epoch ms. */
export type WrittenChange = Readonly<{
  deviceId: string
  at: number
  action: z.output<typeof ChangeAction>
  accountId: string | null
  /** Values in words, with names instead of ids, and never a secret. */
  fields: readonly ChangedField[]
}>

/** Inserts from arrays: all changes of an import in one statement. */
export async function insertChanges(db: Db, changes: readonly WrittenChange[]): Promise<void> {
  await sql`
    insert into device_change (device_id, changed_at, action, account_id, fields)
    select device_id, changed_at, action, account_id, fields from unnest(
      ${changes.map(({ deviceId }) => deviceId)}::bigint[],
      ${changes.map(({ at }) => new Date(at).toISOString())}::timestamptz[],
      ${changes.map(({ action }) => action)}::text[],
      ${changes.map(({ accountId }) => accountId)}::bigint[],
      ${changes.map(({ fields }) => JSON.stringify(fields))}::jsonb[]
    ) with ordinality as given (device_id, changed_at, action, account_id, fields, place)
    order by place`.execute(db)
}
