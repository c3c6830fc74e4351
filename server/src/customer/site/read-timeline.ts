import {
  SiteEvent,
  siteEventKinds,
  siteEventsShown,
  type SiteEventKind,
  type SiteTimeline,
  type SiteTimelineQuery,
} from '@brigade/contract/customer/site.model.ts'
import { isOfServer, serverAlarmOf } from '@brigade/contract/fault/fault-words.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { getCustomer } from '../list-customers.ts'
import { devicesSeenBy } from './rights.ts'
import { listEvents, type FoundEvent } from './timeline.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'caches' | 'clock' | 'settings' | 'caller'>

/** The days that are read at once, from the newest on: most pages are full after the first, whose partitions are few. */
const windows = [3, 30, 400, 40_000].map((days) => days * dayMs)

const codeOf: Readonly<Partial<Record<SiteEventKind, string>>> = {
  raised: 'fault:view',
  closed: 'fault:view',
  excursion: 'fault:view',
  recipe: 'recipe:view',
  cooked: 'recipe:view',
}

/** All that happened at a customer, a page at a time. */
export async function readTimeline(ctx: CallCtx, query: SiteTimelineQuery): Promise<SiteTimeline> {
  const { db, clock, caller } = ctx
  const { zone } = await getCustomer(ctx, 'customer', query.id)
  const deviceKinds = devicesSeenBy(caller)
  const kinds = siteEventKinds.filter((kind) => {
    const code = codeOf[kind]
    return deviceKinds.length > 0 && (code === undefined || caller.operationCodes.has(code))
  })
  const asked = query.kind === undefined ? kinds : kinds.filter((kind) => kind === query.kind)
  const before = cursorOf(query.before)
  // An entry of this very moment counts, and one of the cursor's moment may be left.
  const end = before === null ? clock.now() + 1 : Math.min(clock.now(), Math.floor(Number(before.micros) / 1000)) + 1
  const found: FoundEvent[] = []
  let to = end
  for (const days of windows) {
    const from = Math.max(0, end - days)
    const span = { from: iso(from), to: iso(to) }
    const limit = siteEventsShown + 1 - found.length
    const read = { organisationId: query.id, deviceKinds, kinds: asked, span, zone, before, limit }
    found.push(...(await listEvents(db, caller, read)))
    if (found.length > siteEventsShown || from === 0) break
    to = from
  }
  const list = found.slice(0, siteEventsShown)
  const last = list.at(-1)
  return {
    list: list.map(eventOf),
    next: found.length > list.length && last !== undefined ? `${last.micros}~${keyOf(last)}` : null,
    kinds,
  }
}

const keyOf = ({ kind, id }: FoundEvent): string => `${kind}:${id}`

function cursorOf(before: string | undefined): Readonly<{ micros: string; key: string }> | null {
  const [micros, key] = before?.split('~') ?? []
  return micros === undefined || key === undefined ? null : { micros, key }
}

/** The shape of its kind takes from the details what belongs to it. */
function eventOf(found: FoundEvent): SiteEvent {
  const { kind, at, deviceId, sn, deviceName, deviceKind, isSeen, detail } = found
  return SiteEvent.parse({
    ...detail,
    ...(kind === 'raised' || kind === 'closed' || kind === 'excursion'
      ? { faultId: isSeen ? detail.faultId : null }
      : {}),
    ...(typeof detail.endedAt === 'string' ? { endedAt: iso(Date.parse(detail.endedAt)) } : {}),
    name: namesOf(found),
    key: keyOf(found),
    at,
    kind,
    device:
      deviceId === null ? null : { id: isSeen ? deviceId : null, sn, name: isSeen ? deviceName : '', kind: deviceKind },
  })
}

function namesOf({ detail: { alertType = null, identifier = '', code = '' }, name, enName }: FoundEvent) {
  const label = code === '' ? identifier : code
  return isOfServer(alertType) ? serverAlarmOf(alertType, code).name : { en: enName ?? label, zh: name ?? label }
}
