import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { TestApp } from '../start-app.ts'
import { exportRows, number, text, time, withGone, type Row, type Tables } from './export-rows.ts'

/** A request for a figure: the span excludes `to`; `asOf` is the time of the last run. */
export type NaiveAsk = Readonly<{
  organisationId: string
  from: number
  to: number
  asOf: number
  kind?: string
  productId?: string
  /** The area of the device's state; 'unknown': it has none, and no place in words. */
  province?: string
  /** The owners over time, as the test made them; without it the present ones apply. */
  past?: NaivePast
}>

/** Recorded by a test in which devices and organisations change hands. */
export type NaivePast = Readonly<{
  /** Undefined: it was deleted. */
  ownerAt: (deviceId: string, at: number) => string | undefined
  isInstalledAt: (deviceId: string, at: number) => boolean
  /** Moments at which either changed. */
  turnsOf: (deviceId: string) => readonly number[]
  isWithin: (organisationId: string, above: string, at: number) => boolean
}>

type Raw = Readonly<{
  rows: (table: string) => readonly Row[]
  stateOf: ReadonlyMap<string, Row>
  deviceOf: ReadonlyMap<string, Row>
  platform: string
  below: (organisationId: string) => ReadonlySet<string>
  faults: readonly Row[]
}>
type Count = (raw: Raw, ask: NaiveAsk) => number | null

function rawOf(all: Tables): Raw {
  const rows = (table: string) => all.get(table) ?? []
  return {
    rows,
    stateOf: new Map(rows('device_state').map((row) => [text(row, 'deviceId'), row])),
    deviceOf: new Map(rows('device').map((row) => [text(row, 'id'), row])),
    platform: text(
      rows('organisation').find((row) => row['parentId'] === null),
      'id',
    ),
    below: (organisationId) =>
      new Set(
        rows('organisation_tree')
          .filter((row) => text(row, 'ancestorId') === organisationId)
          .map((row) => text(row, 'descendantId')),
      ),
    faults: [...rows('fault_open'), ...rows('fault_record')].filter((row) => text(row, 'type') === 'fault'),
  }
}

function seen(raw: Raw, { organisationId, kind, productId, province, past }: NaiveAsk) {
  const among = raw.below(organisationId)
  /** A measure of a whole day is added up by the tree at its end. */
  const isWith = (deviceId: string, at: number, treeAt = at) => {
    if (past === undefined) return among.has(text(raw.stateOf.get(deviceId), 'organisationId'))
    const owner = past.ownerAt(deviceId, at)
    return owner !== undefined && past.isWithin(owner, organisationId, treeAt)
  }
  /** `at`: when it happened, if the past of its owners is known. */
  const mine = (deviceId: string, at = Number.NaN, treeAt = at) => {
    const state = raw.stateOf.get(deviceId)
    return (
      isWith(deviceId, at, treeAt) &&
      (kind === undefined || text(state, 'kind') === kind) &&
      (productId === undefined || text(state, 'productId') === productId) &&
      (province === undefined ||
        (province === 'unknown'
          ? text(state, 'area') === '' && text(raw.deviceOf.get(deviceId), 'place') === ''
          : text(state, 'area') === province))
    )
  }
  const installed = [...raw.stateOf.values()].filter((row) =>
    past === undefined
      ? row['installed'] === true && mine(text(row, 'deviceId'))
      : kind === undefined || text(row, 'kind') === kind,
  )
  const people = raw
    .rows('app_user')
    .filter(
      (row) =>
        row['removedAt'] === null &&
        (organisationId === raw.platform ||
          raw
            .rows('device_binding')
            .some(
              (bound) =>
                text(bound, 'appUserId') === text(row, 'id') &&
                bound['unboundAt'] === null &&
                among.has(text(raw.stateOf.get(text(bound, 'deviceId')), 'organisationId')),
            )),
    )
  return { among, mine, installed, people, isWith }
}
const within = (at: number, { from, to }: NaiveAsk) => at >= from && at < to

function searchesOf(raw: Raw, ask: NaiveAsk) {
  const people = new Set(seen(raw, ask).people.map((row) => text(row, 'id')))
  const sorted = raw
    .rows('app_search')
    .toSorted((a, b) => time(a, 'searchedAt') - time(b, 'searchedAt') || number(a, 'id') - number(b, 'id'))
  const last = new Map<string, number>()
  const counted: { words: string; person: string; nothing: boolean }[] = []
  for (const row of sorted) {
    const words = text(row, 'words').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, 30)
    const key = `${text(row, 'appUserId')} ${words}`
    const at = time(row, 'searchedAt')
    const isAgain = at - (last.get(key) ?? Number.NEGATIVE_INFINITY) <= 600_000
    last.set(key, at)
    if (!isAgain && within(at, ask) && people.has(text(row, 'appUserId')))
      counted.push({ words, person: text(row, 'appUserId'), nothing: number(row, 'found') === 0 })
  }
  return counted
}

/** Seconds online of the refrigerators, and seconds installed. */
function coolerTime(raw: Raw, ask: NaiveAsk) {
  let [online, installed] = [0, 0]
  for (const state of seen(raw, ask).installed.filter((row) => text(row, 'kind') === 'cooler')) {
    const id = text(state, 'deviceId')
    const installedAt = time(raw.deviceOf.get(id), 'installedAt') || time(state, 'createdAt')
    const begins = Math.max(ask.from, installedAt, time(state, 'connectionsSince') || 0)
    if (begins >= ask.to) continue
    const turns = raw
      .rows('online_log')
      .filter((row) => text(row, 'deviceId') === id)
      .toSorted((a, b) => time(a, 'occurredAt') - time(b, 'occurredAt'))
    const stateAt = (at: number) => {
      const later = turns.find((row) => time(row, 'occurredAt') >= at)
      return later === undefined ? state['online'] === true : later['online'] !== true
    }
    const inside = [...turns.map((row) => time(row, 'occurredAt')), ...(ask.past?.turnsOf(id) ?? [])]
    const edges = [begins, ...inside.filter((at) => at > begins && at < ask.to).toSorted((a, b) => a - b), ask.to]
    for (const [index, at] of edges.slice(0, -1).entries()) {
      // Just after a change the new state, or owner, applies.
      const isMine =
        ask.past === undefined || (ask.past.isInstalledAt(id, at + 1) && seen(raw, ask).isWith(id, at + 1, ask.to - 1))
      if (!isMine) continue
      installed += (edges[index + 1] ?? at) - at
      if (stateAt(at + 1)) online += (edges[index + 1] ?? at) - at
    }
  }
  return { online, installed }
}

const propertyId = (raw: Raw, identifier: string) =>
  text(
    raw.rows('property_identifier').find((row) => text(row, 'identifier') === identifier),
    'id',
  )
function pointsOf(raw: Raw, identifier: string, ask: NaiveAsk) {
  const { mine } = seen(raw, ask)
  const id = propertyId(raw, identifier)
  const points = raw
    .rows('device_history_value')
    .filter((row) => text(row, 'propertyId') === id && (ask.past !== undefined || mine(text(row, 'deviceId'))))
  return Map.groupBy(
    points.toSorted((a, b) => time(a, 'reportedAt') - time(b, 'reportedAt')),
    (row) => text(row, 'deviceId'),
  )
}
/** Counted day by day, because a rise needs a report of at most the day before. */
function rises(raw: Raw, identifier: string, ask: NaiveAsk) {
  let sum = 0
  for (const points of pointsOf(raw, identifier, ask).values())
    for (const [index, point] of points.entries()) {
      const before = points[index - 1]
      const at = time(point, 'reportedAt')
      if (before === undefined || !within(at, ask) || !seen(raw, ask).mine(text(point, 'deviceId'), at, ask.to - 1))
        continue
      const midnight = Math.floor((at + 8 * hourMs) / dayMs) * dayMs - 8 * hourMs
      if (time(before, 'reportedAt') >= midnight - dayMs)
        sum += Math.max(0, number(point, 'number') - number(before, 'number'))
    }
  return sum
}
function usedHours(raw: Raw, ask: NaiveAsk) {
  let hours = 0
  for (let day = ask.from; day < ask.to; day += dayMs)
    for (const [deviceId, points] of pointsOf(raw, 'WorkState', ask)) {
      const state = raw.stateOf.get(deviceId)
      if (text(state, 'kind') !== 'oven' || time(raw.deviceOf.get(deviceId), 'installedAt') >= day + dayMs) continue
      for (const [index, point] of points.entries()) {
        const at = time(point, 'reportedAt')
        if (![1, 2].includes(number(point, 'number')) || at < day - dayMs) continue
        const until = Math.min(
          time(points[index + 1], 'reportedAt') || Number.POSITIVE_INFINITY,
          at + hourMs,
          day + dayMs,
        )
        hours += Math.max(0, until - Math.max(at, day)) / hourMs
      }
    }
  return hours
}
const ovenDays = (raw: Raw, ask: NaiveAsk) => {
  let days = 0
  for (let day = ask.from; day < ask.to; day += dayMs)
    days += seen(raw, ask).installed.filter(
      (row) =>
        text(row, 'kind') === 'oven' &&
        time(raw.deviceOf.get(text(row, 'deviceId')), 'installedAt') < day + dayMs &&
        (time(row, 'connectionsSince') || 0) < day + dayMs,
    ).length
  return days
}
const quantile = (values: readonly number[], part: number) => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = part * (sorted.length - 1)
  const low = sorted[Math.floor(place)] ?? Number.NaN
  return low + ((sorted[Math.ceil(place)] ?? low) - low) * (place - Math.floor(place))
}
const share = (part: number, whole: number, scale = 100) => (whole === 0 ? null : (part / whole) * scale)

const faultsOf = (raw: Raw, ask: NaiveAsk, isOne: (row: Row) => boolean = () => true) =>
  raw.faults.filter(
    (row) =>
      seen(raw, ask).mine(text(row, 'deviceId'), time(row, 'raisedAt')) &&
      row['occurrenceOf'] === null &&
      within(time(row, 'raisedAt'), ask) &&
      isOne(row),
  ).length
function minutesTo(raw: Raw, ask: NaiveAsk, endOf: (row: Row) => number) {
  return raw.faults
    .filter((row) => within(endOf(row), ask) && seen(raw, ask).mine(text(row, 'deviceId'), endOf(row)))
    .map((row) => (endOf(row) - time(row, 'raisedAt')) / minuteMs)
}
const acknowledgedAt = (raw: Raw, row: Row) =>
  Math.min(
    ...raw
      .rows('fault_act')
      .filter((act) => text(act, 'faultId') === text(row, 'id') && text(act, 'act') === 'acknowledge')
      .map((act) => time(act, 'at')),
  )
const commandsOf = (raw: Raw, ask: NaiveAsk, states?: readonly string[]) =>
  raw
    .rows('command')
    .filter(
      (row) =>
        seen(raw, ask).mine(text(row, 'deviceId'), time(row, 'createdAt')) &&
        within(time(row, 'createdAt'), ask) &&
        (states === undefined || states.includes(text(row, 'status'))),
    ).length
const recipesOf = (raw: Raw, ask: NaiveAsk) =>
  raw.rows('recipe').filter((row) => row['removedAt'] === null && seen(raw, ask).among.has(text(row, 'organisationId')))
const devicesOf = (raw: Raw, ask: NaiveAsk, isOne: (row: Row) => boolean) =>
  seen(raw, ask).installed.filter(isOne).length
const dated = (raw: Raw, ask: NaiveAsk, key: string) =>
  devicesOf(raw, ask, (row) => within(time(raw.deviceOf.get(text(row, 'deviceId')), key), ask))
const ofDevices = (raw: Raw, ask: NaiveAsk, table: string, key: string) =>
  raw
    .rows(table)
    .filter((row) => within(time(row, key), ask) && seen(raw, ask).mine(text(row, 'deviceId'), time(row, key))).length
const online = (row: Row) => row['online'] === true
const cooking = (row: Row) => online(row) && text(row, 'kind') === 'oven' && number(row, 'workState') === 2
const installedAt = (raw: Raw, ask: NaiveAsk, at: number) =>
  devicesOf(raw, ask, (row) => time(raw.deviceOf.get(text(row, 'deviceId')), 'installedAt') <= at)

const table: Readonly<Partial<Record<FigureKey, Count>>> = {
  'devices.installed': (raw, ask) => installedAt(raw, ask, ask.asOf),
  'devices.online': (raw, ask) => devicesOf(raw, ask, online),
  'devices.onlineShare': (raw, ask) => share(devicesOf(raw, ask, online), installedAt(raw, ask, ask.asOf)),
  'devices.cooking': (raw, ask) => devicesOf(raw, ask, cooking),
  'devices.cookingShare': (raw, ask) =>
    share(
      devicesOf(raw, ask, cooking),
      devicesOf(raw, ask, (row) => online(row) && text(row, 'kind') === 'oven'),
    ),
  'devices.silent': (raw, ask) =>
    devicesOf(raw, ask, (row) => time(row, 'lastSeenAt') < ask.asOf - (text(row, 'kind') === 'oven' ? 30 : 7) * dayMs),
  'devices.activations': (raw, ask) => dated(raw, ask, 'activatedAt'),
  'devices.installations': (raw, ask) => dated(raw, ask, 'installedAt'),
  'devices.availability': (raw, ask) => {
    const { online: on, installed } = coolerTime(raw, ask)
    return share(on, installed)
  },
  'devices.inUse': (raw, ask) => share(usedHours(raw, ask), ovenDays(raw, ask), 1),
  'devices.energy': (raw, ask) => rises(raw, 'EnergyTotal', ask),
  'devices.water': (raw, ask) => rises(raw, 'WaterTotal', { ...ask, kind: 'oven' }),
  'commands.created': (raw, ask) => commandsOf(raw, ask),
  'commands.success': (raw, ask) =>
    share(
      commandsOf(raw, ask, ['succeeded']),
      commandsOf(raw, ask, ['succeeded', 'failed', 'unknown', 'timed_out', 'late']),
    ),
  'users.total': (raw, ask) => seen(raw, ask).people.length,
  'users.new': (raw, ask) => seen(raw, ask).people.filter((row) => within(time(row, 'createdAt'), ask)).length,
  'users.active': (raw, ask) => {
    const days = new Set<string>()
    for (let at = ask.from; at < ask.to; at += dayMs) days.add(new Date(at + 8 * hourMs).toISOString().slice(0, 10))
    return seen(raw, ask).people.filter((row) =>
      raw
        .rows('app_user_day')
        .some((day) => text(day, 'appUserId') === text(row, 'id') && days.has(text(day, 'day').slice(0, 10))),
    ).length
  },
  'recipes.total': (raw, ask) => recipesOf(raw, ask).length,
  'recipes.published': (raw, ask) => recipesOf(raw, ask).filter((row) => row['publishedVersion'] !== null).length,
  'recipes.covered': (raw, ask) =>
    recipesOf(raw, ask).reduce((sum, row) => {
      const gaps = Array.isArray(row['gaps']) ? row['gaps'] : []
      return (
        sum +
        (Array.isArray(row['languages']) ? row['languages'].filter((language) => !gaps.includes(language)).length : 0)
      )
    }, 0),
  'recipes.downloads': (raw, ask) => ofDevices(raw, ask, 'recipe_download', 'confirmedAt'),
  'recipes.cooked': (raw, ask) => ofDevices(raw, ask, 'recipe_cooked', 'cookedAt'),
  'recipes.favourites': (raw, ask) => {
    const ids = new Set(recipesOf(raw, ask).map((row) => text(row, 'id')))
    return raw
      .rows('recipe_favourite')
      .filter((row) => ids.has(text(row, 'recipeId')) && time(row, 'createdAt') <= ask.asOf).length
  },
  'faults.raised': (raw, ask) => faultsOf(raw, ask),
  'faults.eliminated': (raw, ask) => faultsOf(raw, ask, (row) => text(row, 'condition') === 'eliminated'),
  'faults.active': (raw, ask) => faultsOf(raw, ask, (row) => text(row, 'condition') === 'active'),
  'faults.open': (raw, ask) =>
    raw.rows('fault_open').filter((row) => text(row, 'type') === 'fault' && seen(raw, ask).mine(text(row, 'deviceId')))
      .length,
  'faults.rate': (raw, ask) => {
    let days = 0
    const first = ask.from
    for (let day = first; day < ask.to; day += dayMs) {
      const isLast = day + dayMs > ask.to
      days += installedAt(raw, ask, Math.min(day + dayMs, ask.asOf)) * (isLast ? (ask.to - day) / dayMs : 1)
    }
    return share(faultsOf(raw, ask), days)
  },
  'faults.toAcknowledge': (raw, ask) =>
    quantile(
      minutesTo(raw, ask, (row) => acknowledgedAt(raw, row)),
      0.5,
    ),
  'faults.toAcknowledge90': (raw, ask) =>
    quantile(
      minutesTo(raw, ask, (row) => acknowledgedAt(raw, row)),
      0.9,
    ),
  'faults.toEliminate': (raw, ask) =>
    quantile(
      minutesTo(raw, ask, (row) => time(row, 'eliminatedAt')),
      0.5,
    ),
  'faults.toEliminate90': (raw, ask) =>
    quantile(
      minutesTo(raw, ask, (row) => time(row, 'eliminatedAt')),
      0.9,
    ),
  'searches.times': (raw, ask) => searchesOf(raw, ask).length,
  'searches.nothing': (raw, ask) => searchesOf(raw, ask).filter(({ nothing }) => nothing).length,
}

/** Counts every figure from the exported rows by plain loops, with none of the product's code. The zone is +08:00. */
export async function naiveCounts(app: Pick<TestApp, 'db'>, earlier: Tables = new Map()) {
  const raw = rawOf(withGone(await exportRows(app), earlier))
  return {
    of: (key: FigureKey, ask: NaiveAsk) => table[key]?.(raw, ask),
    has: (key: FigureKey) => key in table,
  }
}
