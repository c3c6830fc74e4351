import { figures, figureKeys, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { Attention, FigureValue, LiveQuery, LiveReply } from '@brigade/contract/statistics/statistics.model.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { resolveQuery, type ResolvedQuery } from './resolve-query.ts'
import {
  countDevices,
  countFaults,
  findPeakRate,
  findRate,
  findRefused,
  findUrgent,
  findWaiting,
  isAnybodyMailed,
  type Found,
} from './live.store.ts'
import { isCut } from './numbers.ts'
import { listTargets } from './target.store.ts'
import { isShown } from './value-of.ts'

type Live = Readonly<{ value: number | null; isBased?: boolean }>
const share = (part: number, whole: number): Live =>
  whole === 0 ? { value: null, isBased: false } : { value: (part / whole) * 100 }

/** The present figures for the given filters. */
export async function liveValues(resolved: ResolvedQuery, isPlatform: boolean): Promise<FigureValue[]> {
  const { db, organisationId, place, productsOf, now, span } = resolved
  const narrowing = { organisationId, products: productsOf(null), place }
  const [devices, ofOvens, faults, rate, peak, targets] = await Promise.all([
    countDevices(db, narrowing),
    countDevices(db, { ...narrowing, products: productsOf('oven') }),
    countFaults(db, narrowing),
    isPlatform ? findRate(db, now) : null,
    isPlatform ? findPeakRate(db, now, span.from) : null,
    listTargets(db, organisationId),
  ])
  const values: Partial<Record<FigureKey, Live>> = {
    'devices.installed': { value: devices.installed },
    'devices.online': { value: devices.online },
    'devices.onlineShare': share(devices.online, devices.installed),
    'devices.cooking': { value: ofOvens.cooking },
    'devices.cookingShare': share(ofOvens.cooking, ofOvens.ovensOnline),
    'messages.rate': { value: rate },
    'messages.peak': { value: peak },
    'faults.open': { value: faults.open },
    'faults.openDevices': { value: faults.devices },
    'excursions.open': { value: faults.excursions },
  }
  return figureKeys
    .filter((key) => figures[key].isLive && isShown(key, isPlatform))
    .map((key): FigureValue => {
      const none = {
        key,
        before: null,
        beforeOf: null,
        yearAgo: null,
        yearAgoOf: null,
        asOf: null,
        until: null,
        target: targets.get(key) ?? null,
        moved: null,
      }
      if (!isCut(key, resolved)) return { ...none, value: null, reason: 'not-kept' }
      const { value, isBased } = values[key] ?? { value: null }
      const reason = value !== null ? null : isBased === false ? 'no-base' : 'not-taken'
      return { ...none, value, reason }
    })
}

const screenCodes = { critical: 'fault:view', excursions: 'fault:view', offline: 'fault:view' } as const

/** Reads the items that need attention, as far as the caller's role shows them. */
async function attentionOf(
  { db, caller }: Ctx,
  { organisationId, now }: ResolvedQuery,
  isPlatform: boolean,
): Promise<Attention[]> {
  const may = (code: string) => caller.operationCodes.has(code)
  const [urgent, waiting, refused] = await Promise.all([
    may(screenCodes.critical) ? findUrgent(db, organisationId, now) : [],
    isPlatform && may('firmware-task:approve') ? findWaiting(db) : undefined,
    findRefused(db, caller.accountId),
  ])
  return [...urgent, waiting, refused].filter((one): one is Found => one !== undefined)
}

export async function readLive(ctx: Ctx, { query }: { query: LiveQuery }): Promise<LiveReply> {
  const { db, caller, settings } = ctx
  const resolved = await resolveQuery(ctx, { ...query, from: undefined, to: undefined })
  const isPlatform = await isPlatformStaff(ctx)
  const [figureValues, attention, isMailed] = await Promise.all([
    liveValues(resolved, isPlatform),
    attentionOf(ctx, resolved, isPlatform),
    settings.mail !== undefined && caller.operationCodes.has('fault:view')
      ? isAnybodyMailed(db, resolved.organisationId)
      : false,
  ])
  return {
    at: resolved.now,
    figures: figureValues,
    attention,
    isUnreachable: caller.operationCodes.has('fault:view') && !isMailed,
    asOf: resolved.known.asOf,
    next: resolved.next,
    runs: resolved.runs,
    zone: resolved.zone,
  }
}
