import type { Excursion } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { Condition, Handling, Severity } from '@brigade/contract/fault/record.model.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Transaction } from '../../platform/db/database.ts'

/** The content of an occurrence: times in epoch ms, temperatures in °C. */
export type Spell = Omit<Excursion, 'unknownMs'>
/** An occurrence in the form in which a record contains it. */
export type KeptSpell = Spell & Readonly<{ id: string; month: string; faultId: string }>

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** The occurrences of a device that lasted beyond a moment: one that ended in it is not evaluated with what follows. It may be in a record of any kept month. */
export async function listSpells(trx: Transaction, deviceId: string, fromMs: number): Promise<readonly KeptSpell[]> {
  const { rows } = await sql<KeptSpell>`${prepared}
    select seq::text as id, month::text as month, fault_id::text as fault_id, side, ${ms('began_at')} as "from", ${ms('ended_at')} as "to",
      limit_c, worst_c, ${ms('worst_at')} as worst_at
    from fault_excursion
    where device_id = ${deviceId}::bigint and (ended_at is null or ended_at > ${iso(fromMs)}::timestamptz)
    order by began_at, seq`.execute(trx)
  return rows
}

/** All occurrences of a record, the first first. */
export async function listSpellsOf(
  trx: Transaction,
  { id, month }: Readonly<{ id: string; month: string }>,
): Promise<readonly KeptSpell[]> {
  const { rows } = await sql<KeptSpell>`${prepared}
    select seq::text as id, month::text as month, fault_id::text as fault_id, side, ${ms('began_at')} as "from", ${ms('ended_at')} as "to",
      limit_c, worst_c, ${ms('worst_at')} as worst_at
    from fault_excursion where month = ${month}::date and fault_id = ${id}::bigint order by began_at, seq`.execute(trx)
  return rows
}

type Of = Readonly<{ id: string; month: string; deviceId: string }>

export async function insertSpell(trx: Transaction, { id, month, deviceId }: Of, spell: Spell): Promise<string> {
  const { side, from, to, limitC, worstC, worstAt } = spell
  const { rows } = await sql<{ seq: string }>`${prepared}
    insert into fault_excursion (month, fault_id, device_id, side, began_at, ended_at, limit_c, worst_c, worst_at)
    values (${month}::date, ${id}::bigint, ${deviceId}::bigint, ${side}, ${iso(from)}::timestamptz,
      ${to === null ? null : iso(to)}::timestamptz, ${limitC}::float8, ${worstC}::float8, ${iso(worstAt)}::timestamptz)
    returning seq::text as seq`.execute(trx)
  return rows[0]?.seq ?? '0'
}

export async function updateSpell(trx: Transaction, kept: KeptSpell, spell: Spell): Promise<void> {
  const { from, to, limitC, worstC, worstAt } = spell
  await sql`${prepared}
    update fault_excursion set began_at = ${iso(from)}::timestamptz, ended_at = ${to === null ? null : iso(to)}::timestamptz,
      limit_c = ${limitC}::float8, worst_c = ${worstC}::float8, worst_at = ${iso(worstAt)}::timestamptz
    where month = ${kept.month}::date and fault_id = ${kept.faultId}::bigint and seq = ${kept.id}::bigint`.execute(trx)
}

export async function deleteSpell(trx: Transaction, { id, month, faultId }: KeptSpell): Promise<void> {
  await sql`${prepared}
    delete from fault_excursion where month = ${month}::date and fault_id = ${faultId}::bigint and seq = ${id}::bigint`.execute(
    trx,
  )
}

export type Locked = Readonly<{
  id: string
  month: string
  isOpen: boolean
  condition: Condition
  handling: Handling
  severity: Severity
  raisedAt: string
  lastAt: string
  eliminatedAt: string | null
  shelvedUntil: string | null
}>

/** A record, open or closed, locked; undefined once it was deleted. */
export async function lockRecord(
  trx: Transaction,
  { id, month }: Readonly<{ id: string; month: string }>,
): Promise<Locked | undefined> {
  const columns = sql`id::text as id, month::text as month, condition, handling, severity, raised_at, last_at, eliminated_at, shelved_until`
  const lockOpen = async () =>
    (
      await sql<Locked>`${prepared}
        select ${columns}, true as is_open from fault_open where id = ${id}::bigint for update`.execute(trx)
    ).rows[0]
  const lockClosed = async () =>
    (
      await sql<Locked>`${prepared}
        select ${columns}, false as is_open from fault_record where month = ${month}::date and id = ${id}::bigint for update`.execute(
        trx,
      )
    ).rows[0]
  // One that is reopened between the first two statements is in neither.
  return (await lockOpen()) ?? (await lockClosed()) ?? (await lockOpen())
}

/** Stores the presently known end of an eliminated record. */
export async function writeEnd(
  trx: Transaction,
  { id, month, isOpen }: Pick<Locked, 'id' | 'month' | 'isOpen'>,
  endedAt: string,
): Promise<void> {
  await sql`
    update ${sql.table(isOpen ? 'fault_open' : 'fault_record')} set eliminated_at = ${endedAt}::timestamptz
    where month = ${month}::date and id = ${id}::bigint`.execute(trx)
}

/** Removes the end of an eliminated open record: it is not a new occurrence, so the count stays. */
export async function reactivate(
  trx: Transaction,
  { id, month }: Readonly<{ id: string; month: string }>,
  now: number,
): Promise<void> {
  await sql`
    update fault_open set condition = 'active', eliminated_at = null,
      updated_at = greatest(${iso(now)}::timestamptz, updated_at + interval '1 millisecond')
    where month = ${month}::date and id = ${id}::bigint`.execute(trx)
}

export type Times = Readonly<{
  raisedAt: string
  lastAt: string
  eliminatedAt: string | null
  output: string
  /** Occurrences more, or fewer. */
  more: number
  /** An eliminated record that is active again. */
  isAgain: boolean
  now: number
}>

/**
 * Stores begin, end and extremes as they are known now, and returns whether they changed. Unless the record is active again its version
 * stays, so that no act of a person is refused for it.
 */
export async function writeTimes(
  trx: Transaction,
  { id, month, isOpen }: Pick<Locked, 'id' | 'month' | 'isOpen'>,
  { raisedAt, lastAt, eliminatedAt, output, more, isAgain, now }: Times,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(isOpen ? 'fault_open' : 'fault_record')} set raised_at = ${raisedAt}::timestamptz, last_at = ${lastAt}::timestamptz,
      eliminated_at = ${eliminatedAt}::timestamptz, output = ${output}::jsonb, occurrences = greatest(1, occurrences + ${more}::int),
      condition = case when ${isAgain} then 'active' else condition end,
      updated_at = case when ${isAgain} then greatest(${iso(now)}::timestamptz, updated_at + interval '1 millisecond') else updated_at end
    where month = ${month}::date and id = ${id}::bigint
      and (raised_at, last_at, eliminated_at, output, ${more}::int, ${isAgain}) is distinct from
        (${raisedAt}::timestamptz, ${lastAt}::timestamptz, ${eliminatedAt}::timestamptz, ${output}::jsonb, 0, false)
    returning id::text as id`.execute(trx)
  return rows.length > 0
}
