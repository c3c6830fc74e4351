import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { importExportCalls } from '@brigade/contract/device/import-export/import-export.endpoints.ts'
import { topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted } from '@brigade/contract/job/job.model.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { emptyTemplate } from '@brigade/contract/product/template/propose-template.ts'
import type { TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { testPassword, type MadeAccount } from '../make-account.ts'
import { make } from '../make.ts'
import { makePerson } from '../person/make-person.ts'
import { makeKitchen } from '../recipe/make-recipe.ts'
import { productSamples } from '../scope-walk/samples/product-samples.ts'
import type { TestApp } from '../start-app.ts'
import { until } from '../until.ts'

/** By `domain.name`: prepares what a call needs, and returns an input with which it succeeds for `as`. */
export type Deeds = Readonly<Record<string, (as: MadeAccount) => Promise<unknown>>>

const password = testPassword
let count = 0
const fresh = (word: string) => `${word} ${(count += 1)}`

/** The version of a row that was saved last. */
async function versionOf({ db }: TestApp, table: 'organisation' | 'product' | 'productSeries', id: string) {
  const row = await db.selectFrom(table).select('updatedAt').where('id', '=', id).executeTakeFirstOrThrow()
  return new Date(row.updatedAt).toISOString()
}

/** A file that was checked and found good: the job that an import names. */
async function checked(app: TestApp, endpoint: Endpoint, csv: string, { token }: MadeAccount, fields: object = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, String(value))
  form.append('file', new Blob([csv]), 'table.csv')
  const response = await fetch(app.url + endpoint.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  const { jobId } = z.object({ data: JobStarted }).parse(await response.json()).data
  await until(`job ${jobId} to end`, async () => {
    const { status, errors } = (await app.ask(jobApi.detail, { id: jobId }, { token })).envelope.data
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
    return status === 'succeeded' || undefined
  })
  return { checkedJobId: jobId }
}

const ofOrganisations = (app: TestApp): Deeds => ({
  ...Object.fromEntries(
    (['customer', 'distributor', 'agent'] as const).map((kind) => [
      `${kind}.update`,
      async () => {
        const { id } = await make.organisation(app, { kind })
        return { id, name: fresh('Renamed'), updatedAt: await versionOf(app, 'organisation', id) }
      },
    ]),
  ),
  ...Object.fromEntries(
    (['customer', 'agent'] as const).map((kind) => [
      `${kind}.previewMove`,
      async () => ({
        id: (await make.organisation(app, { kind })).id,
        parentId: (await make.organisation(app, { kind: 'distributor' })).id,
      }),
    ]),
  ),
  'app-user.import': (as) =>
    checked(app, appUserApi.checkImport, `Nickname,E-mail\nDeed,deed-${(count += 1)}@kitchen.example\n`, as),
  'customer.remove': async () => ({ ids: [(await make.organisation(app)).id] }),
  'customer.import': (as) => checked(app, customerApi.checkImport, `Name\n${fresh('Imported')}\n`, as),
  'account.add': async ({ organisationId }) => {
    const { id } = await app.db.selectFrom('role').select('id').where('key', '=', 'support').executeTakeFirstOrThrow()
    return {
      name: 'Added',
      roleId: id,
      account: `added.${(count += 1)}`,
      organisationId,
      newPwd: 'Added2026',
      password,
    }
  },
})

const templates: readonly (readonly [string, Endpoint, TemplateKind])[] = [
  ['Network', templateApi.saveNetwork, 'distribution-network'],
  ['Info', templateApi.saveInfo, 'params-info'],
  ['Control', templateApi.saveControl, 'device-control'],
  ['Edit', templateApi.saveEdit, 'params-edit'],
  ['Temperature', templateApi.saveTemperature, 'temperature-control'],
]

const addProperty: Endpoint = thingModelApi.addProperty
const addEvent: Endpoint = thingModelApi.addEvent
const addService: Endpoint = thingModelApi.addService

const ofProducts = (app: TestApp): Deeds => ({
  'product.updateSeries': async () => {
    const { id, kind, name } = await make.series(app)
    return { id, kind, name, code: `D${(count += 1)}`, updatedAt: await versionOf(app, 'productSeries', id) }
  },
  'product.removeSeries': async () => ({ ids: [(await make.series(app)).id] }),
  'product.update': async () => {
    const { id, seriesId } = await make.product(app)
    const name = { en: fresh('Renamed'), zh: fresh('更名') }
    const wired = { nodeType: 'direct', networkType: 'wifi', protocol: 'alink', imageFileId: null, enabled: true }
    return { id, seriesId, name, ...wired, updatedAt: await versionOf(app, 'product', id) }
  },
  ...Object.fromEntries(
    templates.map(([name, save, kind]) => [
      `product.publish${name}`,
      async ({ token }: MadeAccount) => {
        const { id: productId } = await make.product(app)
        const content = emptyTemplate(kind, combiOven, () => `item${(count += 1)}`)
        const { envelope } = await app.ask(save, { productId, content, updatedAt: null }, { token })
        return { productId, updatedAt: z.object({ updatedAt: z.string() }).parse(envelope.data).updatedAt }
      },
    ]),
  ),
  'product.pushConfig': async ({ token }) => {
    const { id: productId } = await make.product(app)
    await app.ask(configApi.saveConfig, { productId, version: 0, content: '{}' }, { token })
    return { productId, version: 1 }
  },
  'fault.importCodes': async (as) => {
    const { productKey } = await make.product(app)
    const head = 'Product key,Event,Code,Severity,Category,"Name, English","Name, Chinese"'
    return checked(app, faultCodeApi.checkCodeImport, `${head}\n${productKey},Fault,W8,minor,Door,Walked,走过\n`, as)
  },
  'product.saveLanguage': async () => ({
    productId: (await make.product(app)).id,
    language: 'de',
    texts: { 'property.ChamberTemp.name': 'Garraum' },
    updatedAt: null,
  }),
  'product.importLanguages': async (as) => {
    const { id: productId } = await make.product(app)
    return checked(app, languageApi.checkLanguageImport, 'Key,German\nproperty.ChamberTemp.name,Garraum\n', as, {
      productId,
    })
  },
  // In the walk another call may have removed the function meanwhile.
  ...Object.fromEntries(
    (
      [
        [addProperty, 'Property', 'updateProperty', 'removeProperties'],
        [addEvent, 'Event', 'updateEvent', 'removeEvents'],
        [addService, 'Service', 'updateService', 'removeServices'],
      ] as const
    ).flatMap(([add, function_, ...calls]) =>
      calls.map((call) => [
        `thing-model.${call}`,
        async ({ token }: MadeAccount) => {
          const { id: productId } = await make.product(app)
          await app.ask(add, { productId, ...productSamples[`thing-model.add${function_}`] }, { token })
          return { productId, ...productSamples[`thing-model.${call}`] }
        },
      ]),
    ),
  ),
  // In the walk the customer's refrigerators may have moved meanwhile.
  'cold-chain.startSiteReport': async () => {
    const { id: customerId } = await make.organisation(app)
    const { id } = await make.device(app, { kind: 'cooler', organisationId: customerId })
    await sql`update device_owner set since = now() - interval '10 days' where device_id = ${id}::bigint`.execute(
      app.db,
    )
    const at = (days: number) => new Date(app.clock.now() - days * dayMs).toISOString()
    return { customerId, startTime: at(3), endTime: at(1) }
  },
  'thing-model.publish': async ({ token }) => {
    const { id: productId } = await make.product(app)
    await app.ask(addProperty, { productId, ...productSamples['thing-model.addProperty'] }, { token })
    const { updatedAt } = (await app.ask(thingModelApi.draft, { productId }, { token })).envelope.data
    return { productId, name: '9.0.0', draftUpdatedAt: updatedAt }
  },
})

const rowsOf = (sn: string, productKey: string, owner: string) =>
  `SN,Name,Product key,Customer,Installed at\n${sn},Imported,${productKey},${owner},2026-03-01\n`

/** Acts on devices of a kind; a device that has to answer is online. */
function ofDevices(app: TestApp, kind: DeviceKind): Deeds {
  const serial = () => `DEED${kind.toUpperCase()}${(count += 1)}`
  const online = async () => {
    const { id } = await make.device(app, { kind })
    await app.db.updateTable('deviceState').set({ online: true }).where('deviceId', '=', id).execute()
    return id
  }
  const gateway = async ({ token }: MadeAccount, isFull: boolean) => {
    const { id } = await make.device(app, {
      kind,
      productId: (await make.product(app, { kind, nodeType: 'gateway' })).id,
    })
    const { id: subId } = await make.device(app, {
      kind,
      productId: (await make.product(app, { kind, nodeType: 'sub-device' })).id,
    })
    const added = { id, subs: [{ id: subId }] }
    if (!isFull) return added
    await app.ask(topologyCalls[kind].addSubDevices, added, { token })
    return { id, ids: [subId] }
  }
  const [command, record] = [`command.${kind}`, `device.${kind}`]
  const files = importExportCalls[kind]
  return {
    [`${command}.sendCommand`]: async () => ({
      deviceId: await online(),
      kind: 'property.set',
      params: kind === 'oven' ? { Light: true } : { SetPoint: 4 },
      password,
      confirmsHeat: true,
    }),
    [`${command}.readValues`]: async () => ({ id: await online() }),
    [`${command}.reset`]: async () => ({ id: await online(), password }),
    [`${record}.install`]: async ({ organisationId }) => ({
      ids: [(await make.device(app, { kind, installed: false })).id],
      installation: { organisationId, installedAt: '2026-03-01T00:00:00Z' },
    }),
    [`${record}.transfer`]: async () => ({
      ids: [(await make.device(app, { kind })).id],
      organisationId: (await make.organisation(app)).id,
    }),
    [`${record}.unbind`]: async () => {
      const [{ id }, owner] = [await make.device(app, { kind }), await makePerson(app)]
      const boundAt = new Date(app.clock.now()).toISOString()
      const binding = { deviceId: id, appUserId: owner.id, role: 'owner' as const, boundAt, unboundAt: null }
      await app.db.insertInto('deviceBinding').values(binding).execute()
      return { ids: [id], password }
    },
    [`${record}.addSubDevices`]: (as) => gateway(as, false),
    [`${record}.removeSubDevices`]: (as) => gateway(as, true),
    [`${record}.import`]: async (as) => {
      const [{ productKey }, { name }] = [await make.product(app, { kind }), await make.organisation(app)]
      return checked(app, files.checkImport, rowsOf(serial(), productKey, name), as)
    },
    [`${record}.importUninstalled`]: async (as) => {
      const [{ productKey }, { name }] = [await make.product(app, { kind }), await make.organisation(app)]
      const csv = `SN,Name,Product key,Organisation\n${serial()},Imported,${productKey},${name}\n`
      return checked(app, files.checkUninstalledImport, csv, as)
    },
    [`${record}.importTriples`]: async (as) => {
      const { productKey } = await make.product(app, { kind })
      const csv = `ProductKey,DeviceName,DeviceSecret\n${productKey},${serial()},Aa0123456789Aa0123456789\n`
      return { ...(await checked(app, files.checkTriples, csv, as)), password }
    },
  }
}

const ofMessages = (app: TestApp): Deeds => {
  const robot = async ({ token }: MadeAccount) => {
    const body = { maker: 'wecom' as const, name: fresh('Robot'), addressSecret: 'https://hooks.example.com/a' }
    return (await app.ask(targetApi.saveRobot, { ...body, locale: 'en' }, { token })).envelope.data.id
  }
  const webhook = async ({ token }: MadeAccount) => {
    const body = { name: fresh('Hook'), address: 'https://hooks.example.com/b' }
    return (await app.ask(targetApi.saveWebhook, body, { token })).envelope.data.id
  }
  const planned = async () => {
    const text = { title: fresh('Walk'), content: 'Walked' }
    const pushAt = new Date(app.clock.now() + dayMs).toISOString()
    const words = { en: text, zh: text }
    return { type: 'notice' as const, words, audience: { to: 'staff' as const }, pushAt, validUntil: null }
  }
  const task = async ({ token }: MadeAccount) => {
    const { id } = (await app.ask(taskApi.addTask, await planned(), { token })).envelope.data
    const { updatedAt } = await app.db
      .selectFrom('pushTask')
      .select('updatedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, updatedAt: new Date(updatedAt).toISOString() }
  }
  return {
    'message.removeRobot': async (as) => ({ id: await robot(as) }),
    'message.testRobot': async (as) => ({ id: await robot(as) }),
    'message.removeWebhook': async (as) => ({ id: await webhook(as), password }),
    'message.testWebhook': async (as) => ({ id: await webhook(as) }),
    'message.remove': async ({ organisationId }) => {
      const { id } = await app.db
        .selectFrom('message')
        .select('id')
        .where('organisationId', '=', organisationId)
        .where('removedAt', 'is', null)
        .executeTakeFirstOrThrow()
      return { ids: [id] }
    },
    'message.removeTask': async (as) => ({ ids: [(await task(as)).id] }),
    'message.updateTask': async (as) => ({ ...(await task(as)), ...(await planned()) }),
    'message.setTaskState': async (as) => ({ ...(await task(as)), isPaused: true }),
    'message.cancelTask': task,
  }
}

const ofRecipes = (app: TestApp): Deeds => ({
  'recipe.add': async () => (await makeKitchen(app)).draft(),
  'recipe.setState': async () => ({ ids: [(await (await makeKitchen(app)).add()).id], publish: true }),
  'recipe.checkSending': async () => ({
    recipeIds: [(await (await makeKitchen(app)).add({ publish: true })).id],
    deviceIds: [(await make.device(app)).id],
  }),
  'recipe.cook': async () => {
    const kitchen = await makeKitchen(app)
    const { id: recipeId } = await kitchen.add({ publish: true })
    const oven = await make.device(app, { productId: kitchen.productId })
    await app.db.updateTable('deviceState').set({ online: true }).where('deviceId', '=', oven.id).execute()
    await sql`insert into recipe_device (device_id, recipe_id, organisation_id, held_version, state, changed_at)
      select ${oven.id}::bigint, ${recipeId}::bigint, organisation_id, 1, 'held', now()
      from device_state where device_id = ${oven.id}::bigint`.execute(app.db)
    return { deviceId: oven.id, recipeId, password, confirmsHeat: true }
  },
  'recipe.removeCategories': async ({ token }) => {
    const names = { en: fresh('Empty'), zh: fresh('空') }
    return { ids: [(await app.ask(filingApi.addCategory, { names }, { token })).envelope.data.id] }
  },
  'recipe.removeIngredients': async ({ token }) => {
    const body = { names: { en: fresh('Unused'), zh: fresh('未用') }, kind: 'mass' as const, unit: 'g' as const }
    const { id } = (await app.ask(filingApi.addIngredient, { ...body, allergens: [] }, { token })).envelope.data
    return { ids: [id] }
  },
})

const ofSessions = (app: TestApp): Deeds => ({
  'session.revokeSession': async (as) => {
    const { rows } = await sql<{ id: string }>`
      insert into session (token_hash, account_id, address, user_agent, created_at, last_seen_at, expires_at, absolute_expires_at)
      select sha256(${fresh('token')}::bytea), account_id, address, user_agent, created_at, last_seen_at, expires_at, absolute_expires_at
      from session where account_id = ${as.id}::bigint limit 1 returning id::text`.execute(app.db)
    return { id: rows[0]?.id }
  },
  'session.removeFilter': async ({ token }) => {
    const draft = { list: 'devices', name: fresh('Saved'), query: { keyword: 'a' } }
    return { id: (await app.ask(sessionApi.saveFilter, draft, { token })).envelope.data.id }
  },
  'wall.revokeLink': async ({ organisationId, token }) => {
    const draft = { name: fresh('Lobby'), locale: 'zh' as const, organisationId }
    return { id: (await app.ask(wallApi.saveLink, draft, { token })).envelope.data.id }
  },
})

/** Calls that the walk cannot make with existing rows, each with rows of its own. */
export const deedsIn = (app: TestApp): Deeds => ({
  ...ofSessions(app),
  ...ofOrganisations(app),
  ...ofProducts(app),
  ...ofDevices(app, 'oven'),
  ...ofDevices(app, 'cooler'),
  ...ofMessages(app),
  ...ofRecipes(app),
})
