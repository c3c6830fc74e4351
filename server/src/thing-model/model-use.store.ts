import { chunks } from '@brigade/contract/chunks.ts'
import { sql, type RawBuilder } from 'kysely'
import type { ChangeUse, FunctionKind } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { DataType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { within, type DataScope } from '../customer/data-scope.ts'
import type { Db } from '../platform/db/database.ts'
import { isOutside } from './value-outside.store.ts'

type OfProduct = Readonly<{ scope: DataScope; productId: string }>

/**
 * The last successful call of a service on a device, null if there was none; undefined if the device is none of the
 * product's that the caller sees.
 */
export async function findLastCall(
  db: Db,
  scope: DataScope,
  { productId, identifier, deviceId }: Readonly<{ productId: string; identifier: string; deviceId: string }>,
): Promise<{ last: { at: string; input: unknown; output: unknown } | null } | undefined> {
  const device = await db
    .selectFrom('deviceState')
    .select('deviceId')
    .where('deviceId', '=', deviceId)
    .where('productId', '=', productId)
    .where('organisationId', 'in', within(db, scope))
    .executeTakeFirst()
  if (device === undefined) return undefined
  const row = await db
    .selectFrom('command')
    .select(['createdAt', 'finishedAt', 'params', 'reply'])
    .where('deviceId', '=', deviceId)
    .where('kind', '=', 'service')
    .where('identifier', '=', identifier)
    .where('status', '=', 'succeeded')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return { last: null }
  return { last: { at: row.finishedAt ?? row.createdAt, input: row.params, output: row.reply } }
}

/** Installed devices of a product, and how many of them are online. */
export async function countDevices(db: Db, { scope, productId }: OfProduct): Promise<{ all: number; online: number }> {
  const { rows } = await sql<{ all: number; online: number }>`
    select coalesce(sum(within), 0)::int as all, coalesce(sum(within) filter (where online), 0)::int as online
    from device_total_now where organisation_id = ${scope.organisationId} and product_id = ${productId}`.execute(db)
  return rows[0] ?? { all: 0, online: 0 }
}

/** The part of a function that may be in use. */
export type UseQuestion = Readonly<{
  kind: FunctionKind
  identifier: string
  /** Relevant reported values: all, those that a data type does not allow, or none. */
  values: 'any' | DataType | 'none'
  /** Whether commands that set or call it count as use. */
  commands: boolean
}>

/**
 * Counts the users of each function since `since` (epoch ms), in the order of the questions. One statement scans the
 * shadows of the product's devices and their commands once, for any number of functions; another reads events.
 */
export async function countUses(
  db: Db,
  of: OfProduct,
  questions: readonly UseQuestion[],
  since: number,
): Promise<ChangeUse[]> {
  const numbered = questions.map((question, key) => ({ ...question, key }))
  const devices = new Map<number, number>()
  const commands = new Map<number, number>()
  const ofDevices = numbered.filter(({ kind }) => kind !== 'event')
  // A row of PostgreSQL has 1,664 columns at most.
  for (const some of chunks(ofDevices, columnsAtOnce)) {
    const found = await countDeviceUses(db, of, some, since)
    for (const [index, { key }] of some.entries()) {
      devices.set(key, found.devices[index] ?? 0)
      commands.set(key, found.commands[index] ?? 0)
    }
  }
  for (const { key, posted } of await countPosters(db, of, numbered, since)) devices.set(key, posted)
  const templates =
    questions.length === 0 ? new Map<string, number>() : await countTemplates(db, of.productId, questions)
  return numbered.map(({ key, identifier }) => ({
    devices: devices.get(key) ?? 0,
    commands: commands.get(key) ?? 0,
    templates: templates.get(identifier) ?? 0,
  }))
}
const columnsAtOnce = 500

type Numbered = UseQuestion & { key: number }
type Sql = RawBuilder<unknown>

/** The devices of the product within the scope, installed or not: a condition on `own`, a row of device_state. */
const isOwn = (db: Db, { scope, productId }: OfProduct): Sql =>
  sql`own.product_id = ${productId} and own.organisation_id in ${within(db, scope)}`

const instant = (at: number): Sql => sql`${new Date(at).toISOString()}::timestamptz`

/**
 * Devices with a relevant latest value, or that were set or called, and the number of these commands: each in the order
 * of the questions.
 */
async function countDeviceUses(
  db: Db,
  of: OfProduct,
  questions: readonly Numbered[],
  since: number,
): Promise<{ devices: number[]; commands: number[] }> {
  if (questions.length === 0) return { devices: [], commands: [] }
  const timesOf = (index: number): Sql => sql`coalesce(sent.times[${sql.lit(index + 1)}], 0)`
  const devices = questions.map(
    (question, index) => sql`count(*) filter (where ${isReported(question)} or ${timesOf(index)} > 0)::int`,
  )
  const commands = questions.map((_, index) => sql`sum(${timesOf(index)})::int`)
  const { rows } = await sql<{ devices: number[]; commands: (number | null)[] }>`
    with sent as (
      select command.device_id, array[${sql.join(questions.map(timesSent))}] as times
      from device_state as own
      join command on command.device_id = own.device_id and command.created_at >= ${instant(since)}
      where ${isOwn(db, of)} and ${sql.lit(questions.some((question) => question.commands))}
      group by 1
    )
    select array[${sql.join(devices)}] as devices, array[${sql.join(commands)}] as commands
    from device_state as own
    left join sent on sent.device_id = own.device_id
    left join device_shadow as shadow on shadow.device_id = own.device_id and shadow.reported_at >= ${instant(since)}
    -- Taken out of its compression once, not for each function.
    cross join lateral (select shadow.reported || '{}' as reported offset 0) as unfolded
    where ${isOwn(db, of)}`.execute(db)
  const [row] = rows
  return { devices: row?.devices ?? [], commands: (row?.commands ?? []).map((times) => times ?? 0) }
}

/** The number of commands that set or called it on a device, from the ledger's rows. */
function timesSent({ kind, identifier, commands }: Numbered): Sql {
  if (!commands) return sql`0`
  const isOfIt =
    kind === 'service'
      ? sql`command.kind = 'service' and command.identifier = ${sql.lit(identifier)}`
      : sql`command.kind = 'property.set' and command.params ? ${sql.lit(identifier)}`
  return sql`count(*) filter (where ${isOfIt})::int`
}

/**
 * A value stays valid until another is reported, and devices that report on change do not repeat it; so the condition
 * is that the device reported anything lately, and still has the value.
 */
function isReported({ identifier, values }: Numbered): Sql {
  if (values === 'none') return sql`false`
  const isThere = sql`unfolded.reported ? ${sql.lit(identifier)}`
  if (values === 'any') return isThere
  return sql`(${isThere} and ${isOutside(values, sql`(unfolded.reported -> ${sql.lit(identifier)} -> 'v')`)})`
}

/** Devices that posted an event: each is looked up in the index, so that no rows of other devices are read. */
async function countPosters(
  db: Db,
  of: OfProduct,
  questions: readonly Numbered[],
  since: number,
): Promise<{ key: number; posted: number }[]> {
  const events = questions.filter(({ kind, values }) => kind === 'event' && values !== 'none')
  if (events.length === 0) return []
  const list = events.map(({ key, identifier }) => sql`(${sql.lit(key)}, ${sql.lit(identifier)})`)
  const { rows } = await sql<{ key: number; posted: number }>`
    select requested.key, count(*)::int as posted
    from device_state as own cross join (values ${sql.join(list)}) as requested (key, identifier)
    where ${isOwn(db, of)} and exists (
      select from device_event as event where event.device_id = own.device_id
        and event.identifier = requested.identifier and event.occurred_at >= ${instant(since)}
    )
    group by 1`.execute(db)
  return rows
}

/** Templates whose draft or published content refers to a function, by the function's identifier. */
async function countTemplates(
  db: Db,
  productId: string,
  questions: readonly UseQuestion[],
): Promise<ReadonlyMap<string, number>> {
  const identifiers = [...new Set(questions.map(({ identifier }) => identifier))]
  const { rows } = await sql<{ identifier: string; templates: number }>`
    select requested.identifier, count(*)::int as templates
    from product_template as template cross join unnest(${identifiers}::text[]) as requested (identifier)
    where template.product_id = ${productId} and (
      jsonb_path_exists(template.draft, ${namesFunction}::jsonpath, jsonb_build_object('of', requested.identifier))
      or jsonb_path_exists(template.published, ${namesFunction}::jsonpath, jsonb_build_object('of', requested.identifier)))
    group by 1`.execute(db)
  return new Map(rows.map(({ identifier, templates }) => [identifier, templates]))
}

/** The keys that name a function in a template (template.model.ts). */
const namingKeys = ['property', 'headline', 'identifier', 'current', 'target', 'humidity', 'power'] as const
const namesFunction = `$.** ? (${namingKeys.map((key) => `@.${key} == $of`).join(' || ')})`
