import { sql, type RawBuilder } from 'kysely'
import type { ChangeUse, FunctionKind } from '@brigade/contract/thing-model/model-draft.model.ts'
import type { DataType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { within, type DataScope } from '../customer/data-scope.ts'
import type { Db } from '../platform/db/database.ts'
import { isOutside } from './value-outside.store.ts'

type OfProduct = Readonly<{ scope: DataScope; productId: string }>

/**
 * The last call of a service that succeeded on a device, null where there was none; undefined where the device is none of the
 * product's that the caller sees.
 */
export async function findLastCall(
  db: Db,
  scope: DataScope,
  { productId, identifier, deviceId }: Readonly<{ productId: string; identifier: string; deviceId: string }>,
): Promise<{ last: { at: string; input: unknown; output: unknown } | null } | undefined> {
  const device = await db
    .selectFrom('deviceIndex')
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

/** What of a function may be in use. */
export type UseQuestion = Readonly<{
  kind: FunctionKind
  identifier: string
  /** Reported values that count: all, those that a data type does not allow, or none. */
  values: 'any' | DataType | 'none'
  /** Whether it was set or called counts. */
  commands: boolean
}>

/**
 * Who used each function since `since` (epoch ms), in the order of the questions. One statement goes once over the shadows of
 * the product's devices and once over what was sent to them, however many functions there are; another looks for events.
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
  for (let from = 0; from < ofDevices.length; from += columnsAtOnce) {
    const some = ofDevices.slice(from, from + columnsAtOnce)
    const found = await countDeviceUses(db, of, some, since)
    for (const [index, { key }] of some.entries()) {
      devices.set(key, found.devices[index] ?? 0)
      commands.set(key, found.commands[String(key)] ?? 0)
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

/** The devices of the product within the scope, installed or not: a condition on `own`, a row of device_index. */
const isOwn = (db: Db, { scope, productId }: OfProduct): Sql =>
  sql`own.product_id = ${productId} and own.organisation_id in ${within(db, scope)}`

const instant = (at: number): Sql => sql`${new Date(at).toISOString()}::timestamptz`

/** Devices whose newest value counts, or that were set or called; and how often that was, by key. */
async function countDeviceUses(
  db: Db,
  of: OfProduct,
  questions: readonly Numbered[],
  since: number,
): Promise<{ devices: number[]; commands: Record<string, number> }> {
  const used = questions.map((question) => {
    const wasSent = question.commands ? sql`${sql.lit(question.key)} = any (sent_to.keys)` : sql`false`
    return sql`count(*) filter (where ${isReported(question, since)} or ${wasSent})::int`
  })
  const { rows } = await sql<{ devices: number[]; commands: Record<string, number> | null }>`
    with sent as materialized (${sentSince(db, of, questions, since)}),
      sent_to as (select device_id, array_agg(key) as keys from sent group by 1)
    select array[${sql.join(used)}] as devices,
      (select jsonb_object_agg(key, times) from (select key, sum(times) as times from sent group by 1) as summed) as commands
    from device_index as own
    left join sent_to on sent_to.device_id = own.device_id
    left join device_shadow as shadow on shadow.device_id = own.device_id and shadow.reported_at >= ${instant(since)}
    -- Taken out of its compression once, not for each function.
    cross join lateral (select shadow.reported || '{}' as reported offset 0) as unfolded
    where ${isOwn(db, of)}`.execute(db)
  return { devices: rows[0]?.devices ?? [], commands: rows[0]?.commands ?? {} }
}

function isReported({ identifier, values }: Numbered, since: number): Sql {
  if (values === 'none') return sql`false`
  const entry = sql`unfolded.reported -> ${sql.lit(identifier)}`
  const isRecent = sql`${entry} -> 's' >= ${sql.lit(String(since))}::jsonb`
  return values === 'any' ? isRecent : sql`(${isRecent} and ${isOutside(values, sql`(${entry} -> 'v')`)})`
}

/** What was sent: by device and function, how often. */
function sentSince(db: Db, of: OfProduct, questions: readonly Numbered[], since: number): Sql {
  const asked = questions.filter(({ commands }) => commands)
  if (asked.length === 0) return sql`select null::bigint as device_id, 0 as key, 0 as times where false`
  const list = asked.map(
    ({ key, kind, identifier }) =>
      sql`(${sql.lit(key)}, ${sql.lit(kind === 'service' ? 'service' : 'property.set')}, ${sql.lit(identifier)})`,
  )
  return sql`
    select command.device_id, asked.key, count(*) as times
    from device_index as own
    join command on command.device_id = own.device_id and command.created_at >= ${instant(since)}
    cross join lateral (
      select command.identifier where command.kind = 'service'
      union all select jsonb_object_keys(command.params) where command.kind = 'property.set'
    ) as said (identifier)
    join (values ${sql.join(list)}) as asked (key, kind, identifier)
      on asked.kind = command.kind and asked.identifier = said.identifier
    where ${isOwn(db, of)} group by 1, 2`
}

/** Devices that posted an event: each is looked for in the index, so that nothing is read of those that did not. */
async function countPosters(
  db: Db,
  of: OfProduct,
  questions: readonly Numbered[],
  since: number,
): Promise<{ key: number; posted: number }[]> {
  const asked = questions.filter(({ kind, values }) => kind === 'event' && values !== 'none')
  if (asked.length === 0) return []
  const list = asked.map(({ key, identifier }) => sql`(${sql.lit(key)}, ${sql.lit(identifier)})`)
  const { rows } = await sql<{ key: number; posted: number }>`
    select asked.key, count(*)::int as posted
    from device_index as own cross join (values ${sql.join(list)}) as asked (key, identifier)
    where ${isOwn(db, of)} and exists (
      select from device_event as event where event.device_id = own.device_id
        and event.identifier = asked.identifier and event.time >= ${instant(since)}
    )
    group by 1`.execute(db)
  return rows
}

/** Templates whose draft or published content speaks of a function, by the function's identifier. */
async function countTemplates(
  db: Db,
  productId: string,
  questions: readonly UseQuestion[],
): Promise<ReadonlyMap<string, number>> {
  const identifiers = [...new Set(questions.map(({ identifier }) => identifier))]
  const { rows } = await sql<{ identifier: string; templates: number }>`
    select asked.identifier, count(*)::int as templates
    from product_template as template cross join unnest(${identifiers}::text[]) as asked (identifier)
    where template.product_id = ${productId} and (
      jsonb_path_exists(template.draft, ${speaksOf}::jsonpath, jsonb_build_object('of', asked.identifier))
      or jsonb_path_exists(template.published, ${speaksOf}::jsonpath, jsonb_build_object('of', asked.identifier)))
    group by 1`.execute(db)
  return new Map(rows.map(({ identifier, templates }) => [identifier, templates]))
}

/** The keys that name a function in a template (template.model.ts). */
const namingKeys = ['property', 'headline', 'identifier', 'current', 'target', 'humidity', 'power'] as const
const speaksOf = `$.** ? (${namingKeys.map((key) => `@.${key} == $of`).join(' || ')})`
