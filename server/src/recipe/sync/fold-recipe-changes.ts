import { z } from 'zod'
import type { Transaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'
import {
  evaluate,
  insertCooked,
  listOvensBelow,
  takeCookedOf,
  takeRecipeChanges,
  wakeConnected,
  wakeOvens,
  type CookedEvent,
  type RecipeChange,
} from './change.store.ts'

const atOnce = 2000

/** The fields of a `Cooked` event; an event of another shape is ignored. */
const Cooked = z.object({
  Id: z.string().min(1).max(20),
  Version: z.number().int().min(1).max(1_000_000),
  Minutes: z.number().int().min(0).max(10_080).nullable().default(null).catch(null),
  Energy: z.number().min(0).max(10_000).nullable().default(null).catch(null),
})

/** Reads the changes since the last look. Returns their number. */
export async function foldRecipeChanges(
  trx: Transaction,
  { clock, settings }: Pick<Platform, 'clock' | 'settings'>,
): Promise<number> {
  const changes = await takeRecipeChanges(trx, atOnce)
  const now = clock.now()
  const of = (kind: RecipeChange['kind'], key: 'recipeId' | 'deviceId' | 'organisationId') => [
    ...new Set(changes.flatMap((change) => (change.kind === kind ? (change[key] ?? []) : []))),
  ]
  const recipeIds = of('recipe', 'recipeId')
  const askersOf = (kind: RecipeChange['kind'], key: 'recipeId' | 'deviceId' | 'organisationId') =>
    changes.flatMap((change): [string, string][] => {
      const id = change[key]
      return change.kind === kind && id !== null && change.askedBy !== null ? [[id, change.askedBy]] : []
    })
  if (recipeIds.length > 0) await evaluate(trx, { recipeIds }, { now, askers: new Map(askersOf('recipe', 'recipeId')) })
  const below = await listBelow(trx, of('organisation', 'organisationId'))
  const movers = new Map(askersOf('organisation', 'organisationId'))
  const ofMoves = below.flatMap(({ id, organisationId }): [string, string][] => {
    const mover = movers.get(organisationId)
    return mover === undefined ? [] : [[id, mover]]
  })
  const deviceIds = [...new Set([...of('oven', 'deviceId'), ...below.map(({ id }) => id)])]
  const askers = new Map([...ofMoves, ...askersOf('oven', 'deviceId')])
  if (deviceIds.length > 0) await evaluate(trx, { deviceIds }, { now, askers })
  const connected = of('connect', 'deviceId')
  if (connected.length > 0) await wakeConnected(trx, connected, now)
  const reported = of('held', 'deviceId')
  if (reported.length > 0) await wakeOvens(trx, reported, { now, soon: now + settings.recipeSettleMs })
  const cooked = changes.flatMap(cookedOf)
  if (cooked.length > 0) await insertCooked(trx, cooked)
  return changes.length
}

/** The same for cooking in the past of a demo oven, in the transaction that writes it. */
export async function foldPastCooking(trx: Transaction, deviceId: string, untilMs: number): Promise<void> {
  const cooked = (await takeCookedOf(trx, deviceId, untilMs)).flatMap(cookedOf)
  if (cooked.length > 0) await insertCooked(trx, cooked)
}

const listBelow = async (trx: Transaction, organisationIds: readonly string[]) =>
  organisationIds.length > 0 ? listOvensBelow(trx, organisationIds) : []

function cookedOf({ kind, deviceId, content, at }: RecipeChange): CookedEvent[] {
  const read = Cooked.safeParse(content)
  if (kind !== 'cooked' || deviceId === null || at === null || !read.success) return []
  const { Id: code, Version: version, Minutes: minutes, Energy: energyKwh } = read.data
  return [{ deviceId, code, version, at, minutes, energyKwh }]
}
