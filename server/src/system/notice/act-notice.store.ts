import { messageKinds, type ActKind, type KindParams } from '@brigade/contract/message/kind.text.ts'
import type { DeliveryReason } from '@brigade/contract/message/message.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { queueFilled } from '../../platform/queue/queues.ts'
import { storableJson } from '../../platform/storable-text.ts'

/** A receiver at the time of the act: the mail address then, and the reason if no mail is sent there. */
export type ActReceiver = Readonly<{ id: string; address: string; obstacle: DeliveryReason | null }>

/** An act of a person, and the accounts that are told about it. */
export type Act<K extends ActKind> = Readonly<{
  params: KindParams<K>
  /** The organisation concerned: accounts that see it see the message. */
  organisationId: string
  /** Accounts by id, including those that may not sign in: the mail is sent in any case. */
  accounts?: readonly string[]
  /** People of the phone app by id. */
  appUsers?: readonly string[]
  at: number
}>

/**
 * Records acts that are to be announced, for domains that messages depend on. Receivers, their mail addresses and their
 * settings are read in the act's own transaction, so that later changes do not affect who is told. Call it before the
 * act removes an address or a role.
 */
export async function noteActs<K extends ActKind>(trx: Transaction, kind: K, acts: readonly Act<K>[]): Promise<void> {
  if (acts.length === 0) return
  const rows = acts.map(({ params, organisationId, accounts = [], appUsers = [], at }) => ({
    params: messageKinds[kind].params.parse(params),
    organisation: organisationId,
    accounts,
    people: appUsers,
    at: iso(at),
  }))
  await sql`
    insert into act_notice (kind, params, organisation_id, accounts, app_users, acted_at)
    select ${kind}, noted.params, noted.organisation, act_receivers(noted.accounts), noted.people, noted.at
    from jsonb_to_recordset(${storableJson(rows)}::jsonb)
      as noted (params jsonb, organisation bigint, accounts bigint[], people bigint[], at timestamptz)`.execute(trx)
  await notifyOnCommit(trx, 'live', { [queueFilled]: [actNotices] })
}

/** The queue of acts that are to be announced. */
export const actNotices = 'act-notices'

export const areNotices = () => sql<boolean>`exists (select from act_notice)`

/** The next recorded act after an id. */
export async function findNextNotice(db: Db, behind: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('actNotice')
    .select('id')
    .where('id', '>', behind)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Takes an act, to be announced in the same transaction; undefined if another worker has it. */
export async function takeNotice(trx: Transaction, id: string) {
  const held = await trx
    .selectFrom('actNotice')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (held === undefined) return undefined
  return trx.deleteFrom('actNotice').where('id', '=', id).returningAll().executeTakeFirst()
}
