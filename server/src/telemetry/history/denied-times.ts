import { newSwitch } from '@brigade/contract/cold-chain/stretch.rules.ts'
import type { Gap } from '@brigade/contract/telemetry/silence.rules.ts'
import type { OnlyWhile, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import { listPropertyIds } from './device-history.store.ts'
import { listLastBefore, listTurns } from './fleet-turns.store.ts'
import { gapsIn } from './offline-times.ts'

type Span = Readonly<{ startTime: string; endTime: string }>

/** The times at which a value is meaningless, and the property that decides it. */
export type Denial = Readonly<{ by: string; times: Gap[] }>

/**
 * The spans in which properties that depend on another one do not count, by identifier. A common dependency is read
 * once.
 */
export async function denialsOf(
  db: Db,
  device: SeenDevice,
  { model, identifiers }: Readonly<{ model: ThingModel | undefined; identifiers: Iterable<string> }>,
  span: Span,
): Promise<ReadonlyMap<string, Denial>> {
  const denials = new Map<string, Denial>()
  if (model === undefined) return denials
  const read = new Map<string, Gap[]>()
  for (const identifier of identifiers) {
    const onlyWhile = findProperty(model, identifier)?.onlyWhile
    if (onlyWhile === undefined) continue
    const condition = JSON.stringify([onlyWhile.property, onlyWhile.is])
    const times = read.get(condition) ?? (await deniedTimes(db, device, onlyWhile, span))
    read.set(condition, times)
    denials.set(identifier, { by: onlyWhile.property, times })
  }
  return denials
}

/**
 * The times within a span at which another property makes a value meaningless, epoch ms. Before its first report it
 * decides nothing.
 */
async function deniedTimes(
  db: Db,
  device: SeenDevice,
  { property, is }: OnlyWhile,
  { startTime, endTime }: Span,
): Promise<Gap[]> {
  const id = (await listPropertyIds(db, [property])).get(property)
  if (id === undefined) return []
  const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
  const asked = { deviceIds: [device.id], propertyId: id }
  const [before, turns] = await Promise.all([
    listLastBefore(db, asked, startTime),
    listTurns(db, asked, { startTime, endTime }),
  ])
  return deniedWithin(is, { from, to }, before.get(device.id), turns.get(device.id) ?? [])
}

/**
 * Converts the value before a span and each change within it into the times at which the condition of a value does not
 * hold. A text (NaN) decides nothing, as before the first report.
 */
export function deniedWithin(
  is: OnlyWhile['is'],
  { from, to }: Readonly<{ from: number; to: number }>,
  before: number | undefined,
  turns: readonly Readonly<{ at: number; number: number }>[],
): Gap[] {
  const denies = (value: number | undefined): boolean =>
    value !== undefined && !Number.isNaN(value) && !is.includes(value)
  const denied = newSwitch({ from, to })
  denied.add(from, denies(before))
  for (const { at, number } of turns) denied.add(at, denies(number))
  return gapsIn(denied.end(), to)
}
