import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { spellingOf } from '../../system/area/spell-name.ts'
import { make } from '../make.ts'
import type { MadeAccount } from '../make-account.ts'
import type { TestApp } from '../start-app.ts'
import { plantBatch, plantGateway, plantLife } from './device-world.ts'
import { plantLog } from './log-world.ts'
import { plantTwoStep } from './two-step-rows.ts'
import { plantMessages } from './message-world.ts'
import { spreadIds } from './owned-rows.ts'
import { plantedService } from './samples/product-samples.ts'
import { plantFirmware, plantUpgrade } from '../firmware/scope-samples.ts'
import { plantFaults } from './samples/fault-samples.ts'
import { plantOvenRecipe, plantRecipes } from './samples/recipe-samples.ts'
import { plantStatistics } from './samples/statistics-samples.ts'
import { plantReports } from './samples/record-samples.ts'
import { plantedVersion } from './samples/system-samples.ts'
import { plantOwn } from './organisation-world.ts'
import { plantProducts, type PlantedProducts, type SharedRows } from './product-world.ts'
import { plantValues } from '../history/plant-values.ts'

/**
 * Two branches of the organisation tree, equal except for their owners, with rows of every kind. Readable columns
 * contain the owner's secret word, which no request ever sends: if it appears, the row was read.
 */
export type Organisation = Readonly<{
  tag: string
  id: string
  kind: OrganisationKind
  /** The viewer, and a colleague, whose private rows are also foreign. */
  account: MadeAccount
  colleague: MadeAccount
  /** The product of its ovens. */
  ovenProductId: string
  /** Begins a session with a token, if it is not an ordinary one of the account. */
  renew?: (token: string) => Promise<void>
  /** Rows that its calls write and that have no owner here: the sessions and the log of opened consoles. */
  isTrace?: (table: string, row: Readonly<Record<string, unknown>>) => boolean
}>
export type World = Readonly<{
  organisations: readonly Organisation[]
  /** Unowned rows, which calls may also name. */
  shared: SharedRows
}>

/** A search word that a call may send: part of every name of that owner, without the secret part. */
export const searchWord = (tag: string) => `fnd${tag}`
const secretWord = (tag: string) => `QZ${tag}ZQ`
/**
 * The owners whose secret words occur in a text. The match is case-sensitive: a word that a caller wrote in lower case
 * is returned so.
 */
export const tagsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/QZ([A-Z]\d?(?:Y[12])?)ZQ/g)].map(([, tag = '']) => tag))
const nameOf = (what: string, tag: string) => `${what} ${searchWord(tag)} ${secretWord(tag)}`
/** The tag of rows that belong to one account alone. */
export const privateTag = (tag: string, index: number) => `${tag}Y${index}`

const tree: readonly { tag: string; kind: OrganisationKind; under: string }[] = [
  { tag: 'D1', kind: 'distributor', under: 'P' },
  { tag: 'A1', kind: 'agent', under: 'D1' },
  { tag: 'C1', kind: 'customer', under: 'A1' },
  { tag: 'C3', kind: 'customer', under: 'D1' },
  { tag: 'D2', kind: 'distributor', under: 'P' },
  { tag: 'A2', kind: 'agent', under: 'D2' },
  { tag: 'C2', kind: 'customer', under: 'A2' },
  { tag: 'C4', kind: 'customer', under: 'D2' },
]

export async function plantWorld(app: TestApp): Promise<World> {
  await spreadIds(app.db)
  const platform = await app.db
    .selectFrom('organisation')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('organisation')
    .set({ name: nameOf('Maker', 'P') })
    .where('id', '=', platform.id)
    .execute()
  const ids = new Map([['P', platform.id]])
  for (const { tag, kind, under } of tree) {
    const parentId = ids.get(under)
    if (parentId === undefined) throw new Error(`${under} is not planted yet`)
    ids.set(tag, (await make.organisation(app, { name: nameOf('Bistro', tag), kind, parentId })).id)
  }
  const organisations: Organisation[] = []
  let products: PlantedProducts | undefined
  let firmware: Awaited<ReturnType<typeof plantFirmware>> | undefined
  for (const [tag, id] of ids) {
    const kind = tree.find((entry) => entry.tag === tag)?.kind ?? 'platform'
    const wanted = { role: 'administrator', organisationId: id, name: nameOf('Sam', tag) }
    const account = await make.account(app, wanted)
    // The first organisation is the platform, which owns the products.
    if (products === undefined) {
      products = await plantProducts(app, { accountId: account.id })
      const planting = { accountId: account.id, productId: products.keptId }
      firmware = await plantFirmware(app, planting)
    }
    const colleague = await make.account(app, wanted)
    const organisation = { tag, id, kind, account, colleague, ovenProductId: products.keptId }
    organisations.push(organisation)
    await plantRole(app, id)
    const secret = nameOf('Dish', tag)
    await plantRecipes(app, { organisationId: id, accountId: account.id, productId: products.keptId, secret })
    await plantStatistics(app, { organisationId: id, accountId: account.id })
    await plantRows(app, organisation)
  }
  const shared = new Map(products?.shared)
  if (firmware !== undefined) {
    shared.set('firmware_model', [firmware.modelId])
    shared.set('firmware_version', [firmware.versionId])
    shared.set('upgrade_task', [firmware.taskId])
  }
  return { organisations, shared }
}

const ago = (app: TestApp, minutes: number) => new Date(app.clock.now() - minutes * minuteMs).toISOString()
let planted = 0

/** Inserts rows of every kind for one organisation; a further call adds more. */
export async function plantRows(app: TestApp, organisation: Organisation): Promise<void> {
  const { tag, id: organisationId, account, colleague, ovenProductId } = organisation
  for (const kind of ['oven', 'cooler'] as const) {
    const number = (planted += 1)
    const device = await make.device(app, {
      kind,
      ...(kind === 'oven' ? { productId: ovenProductId } : {}),
      organisationId,
      sn: `SN${number}${searchWord(tag)}${secretWord(tag)}`.toUpperCase(),
      name: nameOf(`Unit ${number}`, tag),
      address: nameOf('Quay', tag),
      province: '330000',
      city: '330100',
      region: '330106',
      installedAt: app.clock.now() - hourMs,
    })
    await plantRecords(app, { tag, deviceId: device.id, accountId: account.id, number })
    await plantLife(app, { deviceId: device.id, accountId: account.id, name: nameOf('user', tag) })
    await plantBatch(app, { deviceId: device.id, accountId: account.id, name: nameOf('batch', tag) })
    if (kind === 'oven') await plantOvenRecipe(app, { deviceId: device.id, organisationId, accountId: account.id })
    const stock = await make.device(app, {
      kind,
      ...(kind === 'oven' ? { productId: ovenProductId } : {}),
      organisationId,
      installed: false,
      sn: `ST${number}${searchWord(tag)}${secretWord(tag)}`.toUpperCase(),
      name: nameOf(`Stock ${number}`, tag),
    })
    await plantRecords(app, { tag, deviceId: stock.id, accountId: account.id, number: (planted += 1) })
    await plantGateway(app, { sub: stock.id, gateway: device.id })
  }
  for (const [index, holder] of [account, colleague].entries())
    await plantPrivateRows(app, { tag: privateTag(tag, index + 1), organisationId, accountId: holder.id })
  await plantLog(app, { organisationId, accountId: account.id, name: (what) => nameOf(what, tag) })
  await plantFile(app, { organisationId, accountId: account.id, kind: 'avatar', text: nameOf('picture', tag) })
  await plantParts(app, { tag, organisationId })
  const { kind } = organisation
  await plantOwn(app, { organisationId, kind, productId: ovenProductId, reason: nameOf('Visit', tag) })
  const number = (planted += 1)
  await plantMessages(app, { organisationId, accountId: account.id, number, name: (what) => nameOf(what, tag) })
}

/** Inserts a role for each organisation. Its words do not reveal the owner, because those below read it too. */
async function plantRole({ db, clock }: TestApp, organisationId: string) {
  const [createdAt, number] = [new Date(clock.now()).toISOString(), (planted += 1)]
  const words = { name: `值班 ${number}`, enName: `Duty ${number}`, spelling: spellingOf(`值班 ${number}`) }
  await db
    .insertInto('role')
    .values({ ...words, organisationId, createdAt, updatedAt: createdAt })
    .execute()
}

/** Every organisation has a list, so that none shows one from above. */
async function plantParts({ db }: TestApp, { tag, organisationId }: { tag: string; organisationId: string }) {
  await db
    .insertInto('partList')
    .values({ organisationId, updatedAt: plantedVersion, updatedBy: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const place = { organisationId, position: 0, enabled: true, imageFileId: null, productIds: [] }
  const words = { name: nameOf('配件', tag), enName: nameOf('Part', tag), number: secretWord(tag), priceNote: '' }
  await db
    .insertInto('part')
    .values({ ...place, ...words, id: `walk${(planted += 1)}`, link: `https://parts.example.com/${secretWord(tag)}` })
    .execute()
}

async function plantRecords(
  app: TestApp,
  { tag, deviceId, accountId, number }: { tag: string; deviceId: string; accountId: string; number: number },
): Promise<void> {
  const { db, clock } = app
  const at = (minutes: number) => new Date(clock.now() - minutes * minuteMs).toISOString()
  const secret = secretWord(tag)
  await plantReports(app, { deviceId, secret })
  const entry = (v: unknown) => ({ v, t: clock.now() - 60_000, s: clock.now() - 60_000 })
  await db
    .updateTable('deviceShadow')
    .set({
      reported: JSON.stringify({ Recipe: entry(secret), ChamberTemp: entry(80), CabinetTemp: entry(5) }),
      reportedAt: at(1),
      version: '3',
    })
    .where('deviceId', '=', deviceId)
    .execute()
  const values = { ChamberTemp: 199e12 + number, CabinetTemp: 199e12 + number, Recipe: secret }
  const reported = Object.entries(values).map(([identifier, value]) => ({ identifier, value }))
  await plantValues(
    db,
    reported.map((one) => ({ deviceId, at: Date.parse(at(2)), ...one })),
  )
  await db
    .insertInto('deviceMessage')
    .values({
      deviceId,
      recordedAt: at(2),
      outcome: 'stored',
      direction: 'up',
      topic: `/sys/${searchWord(tag)}`,
      payload: secret,
      code: 200,
      dropped: null,
    })
    .execute()
  await db
    .insertInto('deviceEvent')
    .values({
      deviceId,
      occurredAt: at(2),
      receivedAt: at(2),
      identifier: 'Door',
      type: 'alert',
      output: JSON.stringify({ text: secret }),
      code: '',
      clearedAt: null,
    })
    .execute()
  await db
    .insertInto('onlineLog')
    .values({ deviceId, occurredAt: at(2), online: true, reason: 'connected', address: secret, protocol: 'MQTT 3.1.1' })
    .execute()
  await plantFaults(app, { deviceId, accountId, secret })
  await plantUpgrade(app, { deviceId, accountId, secret })
  await plantCommands(app, { deviceId, accountId, secret })
}

async function plantCommands(
  { db, clock }: TestApp,
  { deviceId, accountId, secret }: { deviceId: string; accountId: string; secret: string },
): Promise<void> {
  const at = (minutes: number) => new Date(clock.now() - minutes * minuteMs).toISOString()
  for (const requested of [
    { kind: 'property.set', params: JSON.stringify({ Recipe: secret }), reply: JSON.stringify({}) },
    {
      kind: 'service',
      identifier: plantedService,
      params: JSON.stringify({ text: secret }),
      reply: JSON.stringify({ answered: secret }),
    },
  ] as const)
    await db
      .insertInto('command')
      .values({
        deviceId,
        ...requested,
        status: 'succeeded',
        accountId,
        createdAt: at(2),
        deadlineAt: at(1),
        sentAt: at(2),
        acknowledgedAt: at(2),
        finishedAt: at(2),
        code: 200,
      })
      .execute()
}

/** Rows that belong to one account alone. */
async function plantPrivateRows(
  app: TestApp,
  { tag, organisationId, accountId }: { tag: string; organisationId: string; accountId: string },
): Promise<void> {
  const { db } = app
  const secret = secretWord(tag)
  await db
    .insertInto('session')
    .values({
      tokenHash: randomBytes(32),
      accountId,
      address: '127.0.0.1',
      userAgent: nameOf('browser', tag),
      createdAt: ago(app, 9),
      lastSeenAt: ago(app, 1),
      expiresAt: ago(app, -600),
      absoluteExpiresAt: ago(app, -6000),
      revokedAt: null,
      revokedBecause: null,
    })
    .execute()
  await db
    .insertInto('oneTimeCode')
    .values({ codeHash: randomBytes(32), accountId, mintedBy: null, expiresAt: ago(app, -6000), usedAt: null })
    .execute()
  await db
    .insertInto('knownBrowser')
    .values({ accountId, browserHash: randomBytes(32), lastUsedAt: ago(app, 9) })
    .execute()
  await plantTwoStep(app, { accountId, secret })
  const query = JSON.stringify({ keyword: secret })
  await db
    .insertInto('savedFilter')
    .values({ accountId, list: 'device.oven', name: nameOf('often', tag), query, createdAt: ago(app, 9) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('accountHabit')
    .values({
      accountId,
      list: `device.${searchWord(tag).toLowerCase()}`,
      habits: JSON.stringify({ shown: { [secret]: true }, isCompact: false }),
      updatedAt: ago(app, 9),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await plantJobs(app, { tag, organisationId, accountId })
}

async function plantJobs(
  app: TestApp,
  { tag, organisationId, accountId }: { tag: string; organisationId: string; accountId: string },
): Promise<void> {
  const { db } = app
  const secret = secretWord(tag)
  const text = `Name\n${nameOf('row', tag)}\n`
  const [inputFileId, resultFileId] = [
    await plantFile(app, { organisationId, accountId, kind: 'job', text, mediaType: 'text/csv' }),
    await plantFile(app, { organisationId, accountId, kind: 'job', text, mediaType: 'text/csv' }),
  ]
  for (const kind of ['customer.export', 'customer.check-import'] as const) {
    for (const status of ['succeeded', 'running'] as const) {
      const hasEnded = status === 'succeeded'
      const { id: jobId } = await db
        .insertInto('job')
        .values({
          accountId,
          kind,
          params: JSON.stringify({}),
          locale: 'en',
          timeZone: 'UTC',
          fileName: `${nameOf('table', tag)}.csv`,
          status,
          done: hasEnded ? 2 : 0,
          failed: hasEnded ? 1 : 0,
          total: 2,
          head: JSON.stringify(['Name']),
          ...(hasEnded ? { inputFileId, resultFileId } : { runner: 'planted', leaseUntil: ago(app, -6000) }),
          createdAt: ago(app, 5),
          ...(hasEnded ? { startedAt: ago(app, 4), finishedAt: ago(app, 3), expiresAt: ago(app, -6000) } : {}),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('jobRefusal')
        .values({
          jobId,
          rowNumber: 2,
          columnName: 'Name',
          cells: JSON.stringify([secret]),
          messageKey: 'field.required',
        })
        .execute()
    }
  }
}

async function plantFile(
  app: TestApp,
  file: { organisationId: string; accountId: string; kind: string; text: string; mediaType?: string },
): Promise<string> {
  const { organisationId, accountId, kind, text, mediaType = 'image/webp' } = file
  const id = randomBytes(16).toString('hex')
  const bytes = Buffer.from(text)
  const place = path.join(app.settings.dataDir, 'files', id.slice(0, 2), id)
  await mkdir(path.dirname(place), { recursive: true })
  await writeFile(place, bytes)
  await sql`
    insert into file (id, organisation_id, account_id, kind, name, media_type, bytes, sha256, created_at)
    values (${id}, ${organisationId}, ${accountId}, ${kind}, ${text.slice(0, 60)}, ${mediaType}, ${bytes.length}, ${randomBytes(32)}, ${ago(app, 4)}::timestamptz)`.execute(
    app.db,
  )
  return id
}
