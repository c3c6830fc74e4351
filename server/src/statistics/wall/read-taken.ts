import { undescribedName } from '@brigade/contract/statistics/code-key.rules.ts'
import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { wallLimits, type WallTaken } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { Platform } from '../../platform/http/context.ts'
import { resolveQuery, type ResolvedQuery } from '../read/resolve-query.ts'
import { readNumbers } from '../read/numbers.ts'
import { splitOf, topList } from '../read/parts.ts'
import { figureValue, seriesOf } from '../read/value-of.ts'
import type { ShownOrganisation } from './row/setting.store.ts'
import { newestRuns } from './row/run-state.store.ts'
import { dayNow } from './today.ts'

type Reading = Pick<Platform, 'db' | 'clock' | 'settings'>

/** The figures that were read last, with their source: they are read again when a run ends or another day begins. */
export type TakenReader = { of: string; taken: WallTaken | null }
export const newTakenReader = (): TakenReader => ({ of: '', taken: null })

/** The most organisations that were viewed recently. */
const maxReaders = 500

/** The readers of organisations: the figures of the last run are the same for a screen that returns, or is the next. */
export function takenReaders(): (organisationId: string) => TakenReader {
  const readers = new Map<string, TakenReader>()
  return (id) => {
    const reader = readers.get(id) ?? newTakenReader()
    readers.delete(id)
    readers.set(id, reader)
    const [oldest] = readers.keys()
    if (readers.size > maxReaders && oldest !== undefined) readers.delete(oldest)
    return reader
  }
}

const trendDays = 30
const weekDays = 7

export async function readTaken(
  reading: Reading,
  { id }: Pick<ShownOrganisation, 'id'>,
  reader: TakenReader,
): Promise<WallTaken | null> {
  const { db, clock, settings } = reading
  const of = `${dayNow(settings, clock.now())} ${await newestRuns(db, new Date(clock.now()).toISOString())}`
  if (of === reader.of) return reader.taken
  reader.taken = await takenBy(reading, id)
  reader.of = of
  return reader.taken
}

async function takenBy(reading: Reading, organisationId: string): Promise<WallTaken> {
  const ctx = { ...reading, caller: { organisationId } }
  const day = dayNow(reading.settings, reading.clock.now())
  const back = (days: number) => resolveQuery(ctx, { from: addDays(day, 1 - days), to: day })
  const [today, week, month] = await Promise.all([back(1), back(weekDays), back(trendDays)])
  const [activations, faults, recipes, commands, share] = await Promise.all([
    activationsIn(month),
    faultsIn(today),
    recipesIn(today),
    valuesOf(today, ['commands.created', 'commands.success']),
    valuesOf(week, ['devices.availability', 'devices.inUse']),
  ])
  const created = commands.get('commands.created') ?? null
  return {
    asOf: today.known.asOf,
    next: today.next,
    hasFailed: today.runs === 'failed',
    zone: today.zone,
    activations,
    faults,
    recipes,
    commands: created === null ? null : { created, succeededShare: commands.get('commands.success') ?? null },
    availability: share.get('devices.availability') ?? null,
    inUseHours: share.get('devices.inUse') ?? null,
  }
}

async function valuesOf(
  resolved: ResolvedQuery,
  keys: readonly FigureKey[],
): Promise<ReadonlyMap<FigureKey, number | null>> {
  const numbers = await readNumbers(resolved, keys, false)
  return new Map(keys.map((key) => [key, figureValue(resolved, numbers, key, null).value]))
}

async function activationsIn(resolved: ResolvedQuery): Promise<WallTaken['activations']> {
  const key = 'devices.activations'
  const numbers = await readNumbers(resolved, [key], false)
  const { value, before, beforeOf, yearAgo, yearAgoOf } = figureValue(resolved, numbers, key, null)
  const series = seriesOf(resolved, numbers, key, false)
  const days = (series?.points ?? []).map(({ at, value: of }) => ({ day: at, value: of }))
  if (value === null) return null
  const today = days.find(({ day }) => day === resolved.today)?.value ?? null
  return { days, open: series?.open ?? null, total: value, before, beforeOf, yearAgo, yearAgoOf, today }
}

async function faultsIn(resolved: ResolvedQuery): Promise<WallTaken['faults']> {
  const [values, raised, active] = await Promise.all([
    valuesOf(resolved, ['faults.raised', 'faults.active']),
    splitOf(resolved, 'faults.raised', 'code'),
    splitOf(resolved, 'faults.active', 'code'),
  ])
  const all = values.get('faults.raised') ?? null
  const open = values.get('faults.active') ?? null
  if (all === null || open === null) return null
  const openOf = new Map((active?.parts ?? []).map(({ key, value }) => [key, value]))
  const codes = (raised?.parts ?? []).slice(0, wallLimits.faults).map(({ key, name, value }) => ({
    name: { en: name.en || undescribedName(key), zh: name.zh || undescribedName(key) },
    raised: value,
    open: openOf.get(key) ?? 0,
  }))
  return { raised: all, open, codes }
}

async function recipesIn(resolved: ResolvedQuery): Promise<WallTaken['recipes']> {
  const list = await topList(resolved, 'recipes', 'cooked', wallLimits.recipes)
  return (
    list?.rows.map(({ key, name, value }) => ({
      id: key,
      name: { en: name.en || key, zh: name.zh || key },
      times: value,
    })) ?? null
  )
}
