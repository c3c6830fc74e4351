import { wallLimits, type WallParts } from '@brigade/contract/statistics/wall/wall.model.ts'
import { iso, minuteMs } from '@brigade/contract/time.ts'
import type { Platform } from '../../platform/http/context.ts'
import {
  countDevices,
  countOpenFaults,
  listExcursions,
  type ModelCount,
  type OpenExcursion,
} from './row/live-figures.store.ts'
import { placeOf, provinceName } from './place-names.ts'
import { countPlaces } from './row/places.store.ts'
import { readTaken, type TakenReader } from './read-taken.ts'
import type { ShownOrganisation } from './row/setting.store.ts'
import { findPeakRate, findRate } from '../read/live.store.ts'
import { startOfToday } from './today.ts'
import { productNames } from './wall-names.ts'

type Reading = Pick<Platform, 'db' | 'caches' | 'clock' | 'settings'>

/** The state of a reader. Parts that are read seldom are stored beside their organisation. */
export type PartReader = Readonly<{
  shown: ShownOrganisation
  slow: Map<string, { value: unknown; nextMs: number }>
  taken: TakenReader
}>

/** Reads the parts of a picture that are due; the others stay as they are. */
export async function readParts(reading: Reading, reader: PartReader): Promise<Partial<WallParts>> {
  const { shown } = reader
  const [counts, faults, excursions, messages, places, taken] = await Promise.all([
    countDevices(reading.db, shown),
    countOpenFaults(reading.db, shown),
    readExcursions(reading, shown),
    readMessages(reading, reader),
    seldom(reader, 'places', placesEveryMs, () => readPlaces(reading, shown)),
    readTaken(reading, shown, reader.taken),
  ])
  const online = (some: readonly ModelCount[]) => sum(some, (one) => one.online)
  const ovens = counts.filter(({ kind }) => kind === 'oven')
  return {
    devices: await devicesOf(reading, counts),
    cooking: { cooking: sum(ovens, (one) => one.cooking), onlineOvens: online(ovens) },
    faults,
    excursions,
    messages,
    places,
    taken,
  }
}

const placesEveryMs = minuteMs
const peakEveryMs = minuteMs
/** A slow part is read less often: reading takes at most a fiftieth of the time. */
const shareOfTime = 50

/** Reads again after this time; until then the last result. */
async function seldom<T>({ slow }: PartReader, name: string, everyMs: number, read: () => Promise<T>): Promise<T> {
  const kept = slow.get(name)
  const startedMs = performance.now()
  // oxlint-disable-next-line typescript/consistent-type-assertions -- kept under this name by the very same reader
  if (kept !== undefined && startedMs < kept.nextMs) return kept.value as T
  const value = await read()
  const endedMs = performance.now()
  slow.set(name, { value, nextMs: endedMs + Math.max(everyMs, (endedMs - startedMs) * shareOfTime) })
  return value
}

async function devicesOf(reading: Reading, counts: readonly ModelCount[]): Promise<WallParts['devices']> {
  const models = counts.toSorted((a, b) => b.installed - a.installed || Number(a.productId) - Number(b.productId))
  const nameOf = await productNames(
    reading,
    models.slice(0, wallLimits.models).map(({ productId }) => productId),
  )
  // A single further model takes no more space than "others".
  const most = models.length === wallLimits.models ? wallLimits.models : wallLimits.models - 1
  const others = models.slice(most)
  return {
    installed: sum(counts, ({ installed }) => installed),
    online: sum(counts, ({ online }) => online),
    kinds: (['oven', 'cooler'] as const).map((kind) => {
      const own = counts.filter((one) => one.kind === kind)
      return { kind, installed: sum(own, (one) => one.installed), online: sum(own, (one) => one.online) }
    }),
    models: models.slice(0, most).map(({ productId, kind, installed, online }) => ({
      id: productId,
      name: nameOf(productId),
      kind,
      installed,
      online,
    })),
    others:
      others.length === 0
        ? null
        : {
            models: others.length,
            installed: sum(others, ({ installed }) => installed),
            online: sum(others, ({ online }) => online),
          },
  }
}

async function readExcursions(reading: Reading, shown: ShownOrganisation): Promise<WallParts['excursions']> {
  const { open, longest } = await listExcursions(reading.db, shown, wallLimits.excursions)
  const nameOf = await productNames(
    reading,
    longest.map(({ productId }) => productId),
  )
  return { open, longest: longest.flatMap((one) => excursionOf(one, nameOf)) }
}

type Excursions = NonNullable<WallParts['excursions']>['longest']

function excursionOf(
  { since, code, productId, customer, area, limitC, worstC, lastC }: OpenExcursion,
  nameOf: (id: string) => { en: string; zh: string },
): Excursions {
  const valueC = lastC ?? worstC
  if (limitC === null || valueC === null) return []
  return [
    {
      since,
      customer,
      model: nameOf(productId),
      place: placeOf(area)?.name ?? null,
      side: code === 'low' ? 'low' : 'high',
      limitC,
      valueC,
      isWorst: lastC === null,
    },
  ]
}

async function readPlaces({ db, clock }: Reading, shown: ShownOrganisation): Promise<WallParts['places']> {
  const asOf = new Date(clock.now()).toISOString()
  const { provinces, ...others } = await countPlaces(db, shown)
  return {
    asOf,
    provinces: provinces.map(({ code, devices }) => ({ code, name: provinceName(code), devices })),
    ...others,
  }
}

/** Connectors count the messages of all organisations together, so the figure belongs to the platform alone. */
async function readMessages({ db, clock, settings }: Reading, reader: PartReader): Promise<WallParts['messages']> {
  if (reader.shown.kind !== 'platform') return null
  const now = clock.now()
  const [perSecond, peak] = await Promise.all([
    findRate(db, iso(now)),
    seldom(reader, 'peak', peakEveryMs, () => findPeakRate(db, iso(now), iso(startOfToday(settings, now)))),
  ])
  return { perSecond: rounded(perSecond), peak: rounded(peak) }
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)
const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0)
