import { excursionDefaults, type TemperatureVerdict } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import {
  usualPeriod,
  type FleetPage,
  type FleetRow,
  type FleetSearch,
  type FleetTotals,
  type FleetTotalsQuery,
} from '@brigade/contract/cold-chain/fleet.model.ts'
import { iso, minuteMs } from '@brigade/contract/time.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { addressIn } from '../../system/area/address-in.ts'
import {
  capped,
  countFleet,
  fleetPage,
  listFleet,
  listFleetDevices,
  periodOf,
  type FleetDevice,
  type FleetFilters,
  type FleetRead,
  type Judged,
} from './fleet.store.ts'

type FleetContext = Pick<Ctx, 'db' | 'clock' | 'settings' | 'locale'> & Readonly<{ caller: FleetRead['scope'] }>

/** A list, its totals and its export read this. */
export async function readOf({ db, clock, settings, caller }: FleetContext, filters: FleetFilters): Promise<FleetRead> {
  const nowMs = clock.now()
  return {
    scope: caller,
    filters,
    nowMs,
    period: await periodOf(db, nowMs, filters.days ?? usualPeriod, settings.timeZone),
  }
}

export async function listFleetPage(ctx: FleetContext, search: FleetSearch): Promise<FleetPage> {
  const { pageNum, pageSize, sort: _sort, ...filters } = search
  const read = await readOf(ctx, filters)
  const { rows, total } = await listFleet(ctx.db, read, fleetPage(search))
  return { list: await rowsOf(ctx, rows), ...capped(total), pageNum, pageSize, period: read.period }
}

export async function countFleetTotals(ctx: FleetContext, query: FleetTotalsQuery): Promise<FleetTotals> {
  return countFleet(ctx.db, await readOf(ctx, query))
}

/** The rows with what their devices are; one that was deleted meanwhile is left out. */
export async function rowsOf({ db, caller, locale }: FleetContext, judged: readonly Judged[]): Promise<FleetRow[]> {
  const ids = judged.map(({ deviceId }) => deviceId)
  const devices = new Map((await listFleetDevices(db, caller, ids)).map((device) => [device.id, device]))
  return judged.flatMap((row) => {
    const device = devices.get(row.deviceId)
    return device === undefined ? [] : [rowOf(device, row, locale)]
  })
}

function rowOf(device: FleetDevice, judged: Judged, locale: Ctx['locale']): FleetRow {
  const { id, sn, name, temperature, enabled, online, onlineChangedAt } = device
  const { judgedMs, knownMs, spanMs, excursions, longestMs, runningSince, days, allDays } = judged
  const isKnown = (knownMs ?? 0) > 0 || (excursions ?? 0) > 0
  const celsius = numberOf(temperature)
  return {
    id,
    sn,
    name,
    product: { id: device.productId, name: { zh: device.product, en: device.productEn } },
    customer: { id: device.customerId, name: device.customer },
    address: addressIn(locale, device),
    enabled,
    online,
    onlineChangedAt,
    temperature: celsius === null || temperature === null ? null : { value: celsius, at: iso(temperature.t) },
    setPointC: numberOf(device.setPoint),
    highC: numberOf(device.high),
    lowC: numberOf(device.low),
    runningSince,
    coverage: judgedMs === null || knownMs === null || spanMs === null ? null : { judgedMs, knownMs, spanMs },
    days: { evaluated: days ?? 0, all: allDays },
    excursions: isKnown ? (excursions ?? 0) : null,
    longestMs,
    minC: judged.minC,
    maxC: judged.maxC,
    verdict: verdictOf(judged),
  }
}

const numberOf = (value: Readonly<{ v: unknown }> | null): number | null =>
  value !== null && typeof value.v === 'number' ? value.v : null

/** The verdict of a period by the rules of the printed report (excursion.rules.ts): an all-clear needs every day, and nearly all of it. */
function verdictOf(judged: Judged): TemperatureVerdict {
  const { excursions, knownMs, judgedMs, spanMs, unjudgedMs, days, allDays } = judged
  if ((excursions ?? 0) > 0) return 'excursions'
  if (knownMs === null || judgedMs === null || spanMs === null || knownMs === 0) return 'unknown'
  if (judgedMs === 0) return 'noLimits'
  const isEnough =
    (days ?? 0) >= allDays &&
    judgedMs >= excursionDefaults.minJudged * spanMs &&
    (unjudgedMs ?? spanMs) <= excursionDefaults.longestUnjudgedMinutes * minuteMs
  return isEnough ? 'clear' : 'partly'
}
