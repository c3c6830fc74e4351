import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkParams, checkPropertySet, findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { ScriptedCommand } from '@brigade/simulator/past/script.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { Db } from '../platform/db/database.ts'
import { officeMs, shareOf } from '../platform/program/demo-days.ts'
import { listPlainDocuments } from '../recipe/sync/make-document.ts'
import { listAccountsHolding } from '../system/account/account.store.ts'
import { findPublished } from '../thing-model/thing-model.store.ts'
import type { PlannedAct } from './demo-past.tables.ts'
import { writeScript } from './demo-past.store.ts'
import {
  findPlatform,
  listSentRecipes,
  listToScript,
  listUpgrades,
  type PastUpgrade,
  type ToScript,
} from './script.store.ts'

/** A device that is offline at the end has been so for at least this long, with some margin. */
const leftMs = 28 * hourMs

type Content = Pick<ScriptedCommand, 'kind' | 'identifier' | 'params'>
const set = (params: Content['params']): Content => ({ kind: 'property.set', identifier: '', params })
const call = (identifier: string, params: Content['params'] = {}): Content => ({ kind: 'service', identifier, params })

/** Visits of service staff: each sends its commands a number of days before the end, some minutes apart. */
type Visit = Readonly<{ daysAgo: number; minutes: number; sent: readonly Content[] }>
const visits: Readonly<Record<DeviceKind, readonly Visit[]>> = {
  oven: [
    { daysAgo: 1, minutes: 24, sent: [set({ ChildLock: 1 }), set({ ChildLock: 0 })] },
    { daysAgo: 8, minutes: 3, sent: [call('SelfTest')] },
    { daysAgo: 16, minutes: 3, sent: [set({ Volume: 40 })] },
    { daysAgo: 23, minutes: 3, sent: [call('Identify', { Seconds: 20 })] },
  ],
  cooler: [
    { daysAgo: 1, minutes: 11, sent: [set({ Light: 1 }), set({ Light: 0 })] },
    { daysAgo: 9, minutes: 3, sent: [call('StartDefrost')] },
    { daysAgo: 17, minutes: 3, sent: [set({ DefrostInterval: 6 })] },
    { daysAgo: 24, minutes: 3, sent: [call('StartDefrost')] },
  ],
}

/**
 * Plans the scripts of devices from the data of other seeds: recipes on ovens, and upgrades of finished and stopped
 * tasks; and a few commands of the maker's service.
 */
export async function planScripts(db: Db, deviceIds: readonly string[]): Promise<void> {
  const devices = await listToScript(db, deviceIds)
  const sent = await listSentRecipes(db)
  const documents = await listPlainDocuments(db, sent)
  const recipesOf = Map.groupBy(sent, ({ deviceId }) => deviceId)
  const upgrades = Map.groupBy(await listUpgrades(db), ({ deviceId }) => deviceId)
  const platform = await findPlatform(db)
  const staffOf = async (kind: DeviceKind) =>
    platform === undefined ? [] : listAccountsHolding(db, platform, `${kind}:command`)
  const staff = { oven: await staffOf('oven'), cooler: await staffOf('cooler') }
  const models = new Map<string, ThingModel | undefined>()
  for (const device of devices) {
    const { deviceId, productId, kind, beginsMs } = device
    if (!models.has(productId)) models.set(productId, (await findPublished(db, productId))?.model)
    const taken = takenIn(device, upgrades.get(deviceId) ?? [])
    const recipes = (recipesOf.get(deviceId) ?? []).flatMap(({ recipeId, version, atMs }): PlannedAct[] => {
      const document = documents.get(`${recipeId} ${version}`)
      if (document === undefined) return []
      // Earlier deliveries exist when the past begins; later ones have a full second as their time.
      return [{ is: 'recipe', at: Math.max(beginsMs, calm(atMs)), ...document }]
    })
    const script = [
      ...recipes,
      ...taken.map(({ offeredMs, endedMs, to }): PlannedAct => ({ is: 'upgrade', at: endedMs, since: offeredMs, to })),
      ...commandsOf(device, models.get(productId), staff[kind]).filter(
        ({ at }) =>
          !taken.some(({ offeredMs, endedMs }) => at > offeredMs - 5 * minuteMs && at < endedMs + 5 * minuteMs),
      ),
    ]
    await writeScript(db, deviceId, {
      firmware: taken[0]?.from ?? null,
      script: script.filter(({ at }) => at < device.endsMs).toSorted((a, b) => a.at - b.at),
    })
  }
}

/** A full second that is not at the end of its minute: the device reports its change before the minute is over. */
const calm = (ms: number): number => Math.floor(ms / minuteMs) * minuteMs + (Math.floor(ms / 1000) % 50) * 1000

/** The upgrades that lie in its past. One that was offered before it begins is over then. */
const takenIn = ({ beginsMs, endsMs, isAway }: ToScript, upgrades: readonly PastUpgrade[]): readonly PastUpgrade[] =>
  upgrades.filter(
    ({ offeredMs, endedMs }) => offeredMs > beginsMs + 5 * minuteMs && endedMs < endsMs - (isAway ? leftMs : hourMs),
  )

function commandsOf(
  { sn, kind, beginsMs, endsMs, isAway }: ToScript,
  model: ThingModel | undefined,
  staff: readonly string[],
): PlannedAct[] {
  const lastMs = endsMs - (isAway ? leftMs : 2 * hourMs)
  return visits[kind].flatMap(({ daysAgo, minutes, sent }) => {
    const what = `${sn} ${daysAgo}`
    const accountId = staff[shareOf(what, Math.max(1, staff.length))]
    const beganMs = officeMs(endsMs, daysAgo + shareOf(what, 5), what) + shareOf(`${what} second`, 50) * 1000
    const isWithin = beganMs > beginsMs + hourMs && beganMs + sent.length * minutes * minuteMs < lastMs
    if (accountId === undefined || model === undefined || !isWithin || !sent.every((one) => fits(one, model))) return []
    return sent.map((content, index) => ({
      is: 'command',
      at: beganMs + index * minutes * minuteMs,
      ...content,
      accountId,
    }))
  })
}

/** An installation may have models of its own under our product keys. */
function fits({ kind, identifier, params }: Content, model: ThingModel): boolean {
  if (kind === 'property.set') return checkPropertySet(params, model).ok
  const service = findService(model, identifier)
  return service !== undefined && checkParams(params, service.inputData, 'down').ok
}
