import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { withPartitions } from '../../platform/db/partitions.ts'
import { make } from '../make.ts'
import type { TestApp } from '../start-app.ts'
import { plantValues } from '../history/plant-values.ts'

type App = Pick<TestApp, 'db' | 'clock' | 'settings' | 'madeProducts'>

/** The same numbers in each run of a test, so that a failure is reproducible. */
function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

export type World = Readonly<{
  platformId: string
  distributorId: string
  customerIds: readonly string[]
  ovenProduct: string
  coolerProduct: string
  ovens: readonly string[]
  coolers: readonly string[]
}>

/** Random histories of some weeks with everything that statistics count. `now`: no row is later. */
export async function plantHistories(app: App, now: number, seed = 7): Promise<World> {
  const { db } = app
  const random = randomBy(seed)
  const upTo = (below: number) => Math.floor(random() * below)
  const ago = (days: number) => now - Math.floor(random() * days * dayMs) - 60_000
  const { id: platformId } = await db
    .selectFrom('organisation')
    .where('parentId', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  const distributor = await make.organisation(app, { kind: 'distributor', name: `Distributor ${seed}` })
  const customers = [
    await make.organisation(app, { parentId: distributor.id }),
    await make.organisation(app, { parentId: distributor.id }),
    await make.organisation(app),
  ]
  const customerIds = customers.map(({ id }) => id)
  const oven = await make.product(app, { kind: 'oven' })
  const cooler = await make.product(app, { kind: 'cooler' })
  const ids: Record<'oven' | 'cooler', string[]> = { oven: [], cooler: [] }
  for (let index = 0; index < 16; index += 1) {
    const kind = index % 2 === 0 ? 'oven' : 'cooler'
    const product = kind === 'oven' ? oven : cooler
    const { id } = await make.device(app, {
      kind,
      productId: product.id,
      productKey: product.productKey,
      organisationId: customerIds[index % 3] ?? platformId,
      createdAt: now - 60 * dayMs,
    })
    ids[kind].push(id)
    await plantLife({ app, now, upTo, ago }, { id, kind, index })
  }
  const world = {
    platformId,
    distributorId: distributor.id,
    customerIds,
    ovenProduct: oven.id,
    coolerProduct: cooler.id,
    ovens: ids.oven,
    coolers: ids.cooler,
  }
  const planting = { app, world, now, upTo, ago }
  await plantOnline(planting)
  await plantHistory(planting)
  await plantPeople(planting)
  await plantFaults(planting)
  await plantCommands(planting)
  await plantRecipes(planting)
  await assumeOwners(db)
  await sql`analyze`.execute(db)
  return world
}

/**
 * Planted owners count as having always been so, as they do for devices that were there before owners were recorded.
 */
async function assumeOwners(db: App['db']): Promise<void> {
  await sql`delete from device_owner`.execute(db)
  await sql`insert into device_owner (device_id, since, organisation_id, product_id, place, installed, installed_at, is_first, assumed)
    select s.device_id, s.created_at, s.organisation_id, s.product_id, place_number(s.area, d.place), s.installed, d.installed_at, true, true
    from device_state s join device d on d.id = s.device_id`.execute(db)
}

type Planting = Readonly<{
  app: App
  world: World
  now: number
  upTo: (below: number) => number
  ago: (days: number) => number
}>

const provinces = ['310000', '330000', '440000', '']

/** Inserts a device's place with its date, its state and firmware. */
async function plantLife(
  { app: { db }, now, upTo, ago }: Omit<Planting, 'world'>,
  { id, kind, index }: Readonly<{ id: string; kind: 'oven' | 'cooler'; index: number }>,
) {
  const province = provinces[index % 4] ?? ''
  const installedAt = ago(index < 8 ? 40 : 6)
  await db
    .updateTable('device')
    .set({
      province,
      place: index === 3 ? 'Hamburg' : '',
      installedAt: iso(installedAt),
      activatedAt: iso(installedAt + upTo(20) * minuteMs),
      warrantyUntil: index % 3 === 0 ? null : iso(now + (index % 2 === 0 ? 100 : -100) * dayMs),
    })
    .where('id', '=', id)
    .execute()
  const isOnline = index % 3 !== 2
  await db
    .updateTable('deviceState')
    .set({
      area: province === '' ? null : Number(province),
      online: isOnline,
      workState: kind === 'oven' ? (index % 4 === 0 ? 2 : 0) : 0,
      lastSeenAt: iso(index === 2 || index === 5 ? now - 45 * dayMs : now - upTo(24) * hourMs),
      channelType: index % 2 === 0 ? 'direct' : null,
    })
    .where('deviceId', '=', id)
    .execute()
  // One has reported none, one has reported it without a version.
  if (index === 5) return
  const version = index === 6 ? '' : `1.0.${index % 3}`
  await db
    .insertInto('deviceModule')
    .values({ deviceId: id, module: 'default', version, reportedAt: iso(now) })
    .execute()
}

const pick = <T>(all: readonly T[], index: number): T => {
  const one = all[index % all.length]
  if (one === undefined) throw new Error('Nothing to choose from')
  return one
}

/** Inserts switches that end in the device's present state. */
async function plantOnline({ app: { db }, world, ago }: Planting) {
  for (const deviceId of world.coolers) {
    const { online } = await db
      .selectFrom('deviceState')
      .where('deviceId', '=', deviceId)
      .select('online')
      .executeTakeFirstOrThrow()
    const times = Array.from({ length: 6 }, () => ago(5)).toSorted((a, b) => b - a)
    for (const [index, at] of times.entries())
      await withPartitions(db, () =>
        db
          .insertInto('onlineLog')
          .values({ deviceId, occurredAt: iso(at), online: index % 2 === 0 ? online : !online, reason: 'connected' })
          .execute(),
      )
  }
}

async function plantHistory({ app: { db }, world, now, upTo }: Planting) {
  const property = async (identifier: string) => {
    await sql`insert into property_identifier (identifier) values (${identifier}) on conflict do nothing`.execute(db)
    return (
      await db
        .selectFrom('propertyIdentifier')
        .where('identifier', '=', identifier)
        .select('id')
        .executeTakeFirstOrThrow()
    ).id
  }
  const [state, energy, water] = [
    await property('WorkState'),
    await property('EnergyTotal'),
    await property('WaterTotal'),
  ]
  const start = now - 6 * dayMs
  for (const deviceId of [...world.ovens, ...world.coolers.slice(0, 2)]) {
    let counter = 100 + upTo(50)
    for (let at = start; at < now; at += 97 * minuteMs + upTo(60) * minuteMs) {
      // Now and then the counter restarts.
      counter = upTo(20) === 0 ? 1 : counter + upTo(5)
      const reports = [
        { propertyId: state, value: pick([0, 1, 2, 2, 3], upTo(5)) },
        { propertyId: energy, value: counter / 4 },
        { propertyId: water, value: counter },
      ]
      for (const report of reports)
        await withPartitions(db, () => plantValues(db, [{ deviceId, at, isDeviceTime: false, ...report }]))
    }
  }
}

async function plantPeople({ app: { db }, world, now, upTo, ago }: Planting) {
  const people: string[] = []
  const devices = [...world.ovens, ...world.coolers]
  for (let index = 0; index < 10; index += 1) {
    const createdAt = iso(ago(20))
    const { id } = await db
      .insertInto('appUser')
      .values({
        nickname: `Cook ${index}`,
        spelling: '',
        createdAt,
        lastCallAt: iso(now),
        ...(index === 9 ? { removedAt: iso(now) } : {}),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    people.push(id)
    // The last but one organisation has no device.
    for (let count = 0; count < (index === 8 ? 0 : 1 + (index % 3)); count += 1)
      await db
        .insertInto('deviceBinding')
        .values({
          appUserId: id,
          deviceId: pick(devices, index * 3 + count * 5),
          role: 'member',
          boundAt: iso(ago(15)),
          unboundAt: count === 2 ? iso(now) : null,
        })
        .execute()
    for (let back = 0; back < 30; back += 1)
      if (upTo(3) === 0)
        await sql`insert into app_user_day (app_user_id, day, calls)
          values (${id}, (${iso(now)}::timestamptz at time zone 'Asia/Shanghai')::date - ${back}::int, 3)`.execute(db)
    if (index % 4 !== 3)
      await db
        .insertInto('appInstallation')
        .values({
          appUserId: id,
          type: pick(['android', 'ios', 'harmony', 'mini'] as const, index),
          version: '1.0.0',
          firstSeenAt: createdAt,
          lastCallAt: iso(now),
        })
        .execute()
  }
  const words = ['Roast  Duck', 'ｒｏａｓｔ duck', 'roast duck', 'steamed fish', 'Steamed fish', 'bread']
  for (let count = 0; count < 120; count += 1)
    await db
      .insertInto('appSearch')
      .values({
        appUserId: pick(people, upTo(9)),
        words: pick(words, upTo(words.length)),
        found: upTo(3) === 0 ? 0 : 4,
        searchedAt: iso(count < 40 ? now - upTo(40) * minuteMs - 60_000 : ago(9)),
      })
      .execute()
}

async function plantFaults({ app: { db }, world, now, upTo, ago }: Planting) {
  const devices = [...world.ovens, ...world.coolers]
  for (let count = 0; count < 60; count += 1) {
    const deviceId = pick(devices, upTo(devices.length))
    const state = await db
      .selectFrom('deviceState')
      .where('deviceId', '=', deviceId)
      .select(['organisationId', 'productId', 'kind'])
      .executeTakeFirstOrThrow()
    const raised = count < 12 ? now - upTo(300) * minuteMs - 60_000 : ago(12)
    const isClosed = count % 3 === 0
    const isOver = isClosed || count % 3 === 1
    const eliminated = isOver ? Math.min(raised + (5 + upTo(200)) * 60_000, now - 1000) : null
    const month = `${iso(raised).slice(0, 7)}-01`
    const { rows } = await sql<{ id: string }>`select next_fault_id(${month}::date)::text as id`.execute(db)
    const id = rows[0]?.id ?? ''
    const severity = pick(['critical', 'major', 'minor', 'notice'] as const, upTo(4))
    const record = {
      id,
      month,
      type: count % 10 === 9 ? ('alarm' as const) : ('fault' as const),
      alertType: count % 10 === 9 ? ('excursion' as const) : null,
      deviceId,
      deviceKind: state.kind,
      productId: state.productId,
      organisationId: state.organisationId,
      raisedOrganisationId: state.organisationId,
      identifier: count % 10 === 9 ? 'Excursion' : 'Fault',
      code: isClosed ? `E${upTo(4)}` : `E${count}`,
      severity,
      category: 'heating' as const,
      output: '{}',
      search: '',
      condition: isOver ? ('eliminated' as const) : ('active' as const),
      handling: isClosed ? ('closed' as const) : ('new' as const),
      assigneeId: null,
      occurrenceOf: count % 7 === 6 ? '1' : null,
      raisedAt: iso(raised),
      lastAt: iso(raised),
      endsAt: null,
      eliminatedAt: eliminated === null ? null : iso(eliminated),
      shelvedUntil: null,
      visit: null,
      updatedAt: iso(eliminated ?? raised),
    }
    await withPartitions(db, async () => {
      if (isClosed)
        await db
          .insertInto('faultRecord')
          .values({ ...record, closedAt: iso(now) })
          .execute()
      else await db.insertInto('faultOpen').values(record).execute()
      if (count % 2 === 0)
        for (const more of [0, 30])
          await db
            .insertInto('faultAct')
            .values({
              month,
              faultId: id,
              at: iso(Math.min(raised + (3 + more) * 60_000, now - 500)),
              act: 'acknowledge',
            })
            .execute()
    })
  }
}

async function plantCommands({ app: { db }, world, now, upTo, ago }: Planting) {
  const states = ['created', 'succeeded', 'succeeded', 'failed', 'unknown', 'timed_out', 'late'] as const
  for (let count = 0; count < 40; count += 1) {
    const at = iso(count < 10 ? now - upTo(300) * minuteMs - 60_000 : ago(10))
    await db
      .insertInto('command')
      .values({
        deviceId: pick(world.ovens, upTo(world.ovens.length)),
        kind: 'property.get',
        params: '{}',
        status: pick(states, upTo(states.length)),
        createdAt: at,
        deadlineAt: at,
      })
      .execute()
  }
}

async function plantRecipes({ app: { db }, world, now, upTo, ago }: Planting) {
  const recipes: string[] = []
  for (let index = 0; index < 6; index += 1) {
    const organisationId = pick([world.platformId, ...world.customerIds], index)
    const isPublished = index % 2 === 0
    const { rows } = await sql<{ id: string }>`
      insert into recipe (organisation_id, product_ids, base_language, languages, preheat, stages, ingredients, ingredient_ids,
        modes, gaps, words, sha256, status, published_version, published_at, created_at, updated_at)
      values (${organisationId}, array[${world.ovenProduct}]::bigint[], 'en', array['en', 'zh', 'de'], '{}', '[]', '[]', '{}',
        '{}', ${index % 3 === 0 ? sql`array['de']` : sql`'{}'::text[]`}, ${`recipe ${index}`}, '\\x00',
        ${isPublished ? 'published' : 'unpublished'}, ${isPublished ? 1 : null}, ${isPublished ? iso(ago(5)) : null},
        ${iso(now - 10 * dayMs)}, ${iso(now)}) returning id`.execute(db)
    recipes.push(rows[0]?.id ?? '')
  }
  const { rows: people } = await sql<{
    id: string
  }>`select id from app_user where removed_at is null order by id`.execute(db)
  for (let count = 0; count < 30; count += 1) {
    const deviceId = pick(world.ovens, count)
    const recipeId = pick(recipes, upTo(recipes.length))
    const { organisationId } = await db
      .selectFrom('deviceState')
      .where('deviceId', '=', deviceId)
      .select('organisationId')
      .executeTakeFirstOrThrow()
    const at = iso(count < 8 ? now - upTo(300) * minuteMs - 60_000 : ago(7))
    await sql`insert into recipe_cooked (recipe_id, device_id, organisation_id, version, cooked_at)
      values (${recipeId}, ${deviceId}, ${organisationId}, 1, ${at})`.execute(db)
    await sql`insert into recipe_download (recipe_id, device_id, organisation_id, version, confirmed_at)
      values (${recipeId}, ${deviceId}, ${organisationId}, 1, ${at}) on conflict do nothing`.execute(db)
    await sql`insert into recipe_favourite (recipe_id, app_user_id, organisation_id, created_at)
      values (${recipeId}, ${pick(people, count).id}, ${organisationId}, ${at}) on conflict do nothing`.execute(db)
  }
}
