import { randomBytes, randomUUID } from 'node:crypto'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import {
  addVersion,
  uploadFirmware,
  approve,
  draftOf,
  startRollout,
  taskOf,
  type Rollout,
} from '../firmware/rollout.ts'
import { testPassword, type MadeAccount } from '../make-account.ts'
import { make } from '../make.ts'
import { makeKitchen, textsOf } from '../recipe/make-recipe.ts'
import { causeIn } from '../fault/cause-in.ts'
import { plantFaults } from '../scope-walk/samples/fault-samples.ts'
import type { TestApp } from '../start-app.ts'
import { until } from '../until.ts'
import type { Deeds } from './deeds.ts'

/** Acts on records that need the last read version, or a certain state of the record. */

const password = testPassword

async function versionOf({ db }: TestApp, table: 'recipeCategory' | 'ingredient', id: string): Promise<string> {
  const row = await db.selectFrom(table).select('updatedAt').where('id', '=', id).executeTakeFirstOrThrow()
  return iso(row.updatedAt)
}

const iso = (time: string | Date) => new Date(time).toISOString()

function ofDeviceRecords(app: TestApp, kind: DeviceKind): Deeds {
  return {
    [`device.${kind}.update`]: async () => {
      const { id } = await make.device(app, { kind, installed: false })
      const row = await app.db
        .selectFrom('device')
        .select(['updatedAt', 'createdAt'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return { id, name: 'Renamed', updatedAt: iso(row.updatedAt ?? row.createdAt) }
    },
    [`device.${kind}.remove`]: async () => {
      const { id, sn } = await make.device(app, { kind })
      return { id, sn }
    },
  }
}

const ofSellers = (app: TestApp): Deeds => ({
  'distributor.remove': async () => ({ ids: [(await make.organisation(app, { kind: 'distributor' })).id] }),
  'agent.remove': async () => ({ ids: [(await make.organisation(app, { kind: 'agent' })).id] }),
})

/** Each act on a record of its own, which is in the state that the act wants. */
function ofFaults(app: TestApp): Deeds {
  const record = async ({ id: accountId }: MadeAccount, table: 'faultOpen' | 'faultRecord' = 'faultOpen') => {
    const { id: deviceId } = await make.device(app)
    await plantFaults(app, { deviceId, accountId, secret: 'deed' })
    const { id, updatedAt } = await app.db
      .selectFrom(table)
      .select(['id', 'updatedAt'])
      .where('deviceId', '=', deviceId)
      .executeTakeFirstOrThrow()
    return { records: [{ id, updatedAt: iso(updatedAt) }] }
  }
  const inAnHour = () => new Date(app.clock.now() + hourMs).toISOString()
  const now = async (before: Awaited<ReturnType<typeof record>>) => {
    const ids = before.records.map(({ id }) => id)
    const rows = await app.db.selectFrom('faultOpen').select(['id', 'updatedAt']).where('id', 'in', ids).execute()
    return { records: rows.map(({ id, updatedAt }) => ({ id, updatedAt: iso(updatedAt) })) }
  }
  const shelved = async (as: MadeAccount) => {
    const before = await record(as)
    await app.ask(faultApi.shelve, { ...before, reason: 'Planned', until: inAnHour() }, as)
    return now(before)
  }
  const eliminated = async (as: MadeAccount) => {
    const before = await record(as)
    await app.ask(faultApi.eliminate, { ...before, cause: 'Mended' }, as)
    return now(before)
  }
  const cause = async () => {
    const row = await app.db
      .insertInto('faultCause')
      .values({
        name: `走查${randomUUID()}`,
        enName: randomUUID(),
        position: 40,
        updatedAt: new Date(app.clock.now()).toISOString(),
      })
      .returning(['id', 'updatedAt'])
      .executeTakeFirstOrThrow()
    return { id: row.id, updatedAt: iso(row.updatedAt) }
  }
  return {
    'fault.acknowledge': record,
    'fault.assign': async (as) => ({ ...(await record(as)), accountId: as.id }),
    'fault.visit': async (as) => ({
      ...(await record(as)),
      accountId: as.id,
      phone: '13800000009',
      plannedAt: inAnHour(),
      parts: '',
    }),
    'fault.note': async (as) => ({ ...(await record(as)), text: 'Noted', photos: [] }),
    'fault.eliminate': async (as) => ({ ...(await record(as)), cause: 'Mended' }),
    'fault.close': async (as) => ({
      ...(await eliminated(as)),
      causeId: await causeIn(app),
      cause: 'Mended',
      action: 'Changed',
      photos: [],
    }),
    'fault.reopen': async (as) => ({ ...(await record(as, 'faultRecord')), reason: 'Again' }),
    'fault.shelve': async (as) => ({ ...(await record(as)), reason: 'Planned', until: inAnHour() }),
    'fault.unshelve': shelved,
    'fault.saveCode': async () => {
      const { id: productId } = await make.product(app)
      const words = { en: 'Walked', zh: '走查' }
      const code = { identifier: 'Fault', code: 'W7', severity: 'minor', category: 'other', name: words }
      return { id: null, updatedAt: null, productId, ...code, reason: words, remedy: words, partNumber: '' }
    },
    'fault.updateCause': async () => ({
      ...(await cause()),
      name: { en: 'Walked again', zh: '再次走查' },
      enabled: true,
    }),
    'fault.removeCauses': async () => ({ ids: [(await cause()).id] }),
    'fault.undo': async (as) => {
      const { envelope } = await app.ask(faultApi.acknowledge, await record(as), as)
      return { batchId: envelope.data.batchId }
    },
  }
}

function ofVersions(app: TestApp): Deeds {
  const version = async (isDisabled = false) => {
    const rollout = await startRollout(app)
    const { id } = await addVersion(rollout, '01.00.00')
    const read = async () => (await app.ask(firmwareApi.version, { id }, rollout.engineer)).envelope.data
    const { updatedAt } = await read()
    if (!isDisabled) return { id, updatedAt }
    await app.ask(firmwareApi.disableVersion, { id, updatedAt }, rollout.engineer)
    return { id, updatedAt: (await read()).updatedAt }
  }
  return {
    'firmware.updateModel': async () => {
      const { modelId: id, productId, engineer } = await startRollout(app)
      const { code, updatedAt } = (await app.ask(firmwareApi.model, { id }, engineer)).envelope.data
      return { id, code, name: `Renamed ${code}`, type: 'single', productIds: [productId], updatedAt }
    },
    'firmware.addVersion': async () => {
      const { modelId, engineer } = await startRollout(app)
      const file = await until('the file to be stored', async () => {
        const { status, data } = await uploadFirmware(app, engineer, randomBytes(2000))
        return status === 503 ? undefined : data
      })
      return { modelId, number: '01.00.00', fileId: file?.id }
    },
    'firmware.removeModel': async () => ({ id: (await startRollout(app)).modelId }),
    'firmware.removeVersion': () => version(true),
    'firmware.disableVersion': () => version(),
    'firmware.enableVersion': () => version(true),
  }
}

function ofTasks(app: TestApp): Deeds {
  type Reached = 'draft' | 'submitted' | 'approved' | 'started'
  const task = async (state: Reached) => {
    const rollout = await startRollout(app)
    const { id: versionId } = await addVersion(rollout, '01.00.00')
    const device = await make.device(app, rollout)
    const draft = draftOf(rollout, [versionId], { deviceIds: [device.id] })
    const body = { ...draft, submit: state !== 'draft' }
    const { id } = (await app.ask(upgradeTaskApi.addTask, body, rollout.engineer)).envelope.data
    if (state === 'approved' || state === 'started') await approve(rollout, id)
    if (state === 'started')
      await app.ask(upgradeTaskApi.start, { ...(await at(rollout, id)), password }, rollout.engineer)
    return { rollout, draft, id }
  }
  const at = async (rollout: Rollout, id: string) => ({ id, updatedAt: (await taskOf(rollout, id)).updatedAt })
  const reached = async (state: Reached) => {
    const { rollout, id } = await task(state)
    return at(rollout, id)
  }
  return {
    'firmware.updateTask': async () => {
      const { rollout, draft, id } = await task('draft')
      return { ...draft, ...(await at(rollout, id)), name: 'Renamed task' }
    },
    'firmware.removeTasks': async () => ({ ids: [(await reached('draft')).id] }),
    'firmware.approve': async () => ({ ...(await reached('submitted')), password }),
    'firmware.reject': async () => ({ ...(await reached('submitted')), reason: 'Not now' }),
    'firmware.start': async () => ({ ...(await reached('approved')), password }),
    'firmware.stop': () => reached('started'),
    'firmware.withdraw': async () => ({ ...(await reached('submitted')), password }),
  }
}

const ofRecipeRecords = (app: TestApp): Deeds => ({
  'recipe.update': async () => {
    const kitchen = await makeKitchen(app)
    const { id } = await kitchen.add()
    return { ...kitchen.draft(), id, updatedAt: (await kitchen.detail(id)).updatedAt }
  },
  'recipe.restore': async () => {
    const kitchen = await makeKitchen(app)
    const { id } = await kitchen.add()
    await kitchen.remove([id])
    return { ids: [id] }
  },
  'recipe.restoreVersion': async () => {
    const kitchen = await makeKitchen(app)
    const { id } = await kitchen.add({ publish: true })
    return { id, version: 1, updatedAt: (await kitchen.detail(id)).updatedAt }
  },
  'recipe.saveTexts': async () => {
    const kitchen = await makeKitchen(app)
    const { id } = await kitchen.add()
    const { updatedAt } = await kitchen.detail(id)
    return { id, language: 'en', texts: textsOf('Crisper duck'), updatedAt }
  },
  'recipe.removeTexts': async () => {
    const kitchen = await makeKitchen(app)
    const { id } = await kitchen.add()
    return { id, language: 'en', updatedAt: (await kitchen.detail(id)).updatedAt }
  },
  'recipe.updateCategory': async () => {
    const { categoryId: id } = await makeKitchen(app)
    return { id, names: { en: `Game ${id}`, zh: `野味 ${id}` }, updatedAt: await versionOf(app, 'recipeCategory', id) }
  },
  'recipe.updateIngredient': async () => {
    const { ingredientId: id } = await makeKitchen(app)
    const names = { en: `Goose ${id}`, zh: `鹅 ${id}` }
    const updatedAt = await versionOf(app, 'ingredient', id)
    return { id, names, kind: 'mass', unit: 'g', allergens: [], updatedAt }
  },
})

export const deedsOnRecords = (app: TestApp): Deeds => ({
  ...ofSellers(app),
  ...ofDeviceRecords(app, 'oven'),
  ...ofDeviceRecords(app, 'cooler'),
  ...ofFaults(app),
  ...ofVersions(app),
  ...ofTasks(app),
  ...ofRecipeRecords(app),
})
