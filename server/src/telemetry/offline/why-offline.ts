import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Offline } from '@brigade/contract/telemetry/offline.model.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { zoneOf } from '../../customer/zone/zone-of.ts'
import type { CallerScope } from '../../customer/data-scope.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import type { CachedDb } from '../../platform/caches.ts'
import type { Clock } from '../../platform/clock.ts'
import { zoneOffset } from '../../platform/excel/zone-time.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings.ts'
import { knownZone } from '../../platform/zone/zones.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { judgeOffline } from './judge-offline.rules.ts'
import { countOthers, findOfflineFacts, type Message, type OfflineFacts, type Turn } from './offline-facts.store.ts'
import { usualHours } from './usual-hours.rules.ts'

type Context = CachedDb &
  Readonly<{
    clock: Clock
    settings: Settings
    caller: CallerScope & Readonly<{ operationCodes: ReadonlySet<string> }>
  }>

const kinds = ['oven', 'cooler'] as const satisfies readonly DeviceKind[]
/** Two connections that end within this time of each other ended together. */
const togetherMs = 3 * minuteMs
/** A lost connection is noticed after one and a half of its keep-alive, up to this much. */
const maxNoticedMs = 30 * minuteMs
const rivalMs = 15 * minuteMs
/** A signal below this breaks connections, over Wi-Fi as over a mobile network. */
const weakDbm = -85
/** A connector that has not said for so long that it lives is none; one that stops takes its lease away. Clocks of machines differ by less. */
const livesMs = 5 * minuteMs

/** Why a device is offline, from what is recorded; null while it is online. */
export async function whyOffline(context: Context, device: SeenDevice): Promise<Offline | null> {
  if (device.online) return null
  const { db, caches, clock, caller, settings } = context
  const model = await publishedModel({ db, caches }, device.productId)
  const facts = await findOfflineFacts(db, caller, device, signalsIn(model?.model.properties ?? []))
  if (facts === undefined) return refuse('device.unknown')
  const nowMs = clock.now()
  const [placeZone, organisationZone] = await Promise.all([
    knownZone({ db, caches }, facts.placeZone),
    knownZone({ db, caches }, facts.organisationZone),
  ])
  const { wentMs } = facts
  const last = facts.turns[0]
  const end = last === undefined || last.online ? null : last
  const withinMs = togetherMs + (end?.reason === 'keep_alive' ? noticedMs(facts.turns) : 0)
  const visible = kinds.filter((kind) => caller.operationCodes.has(`${kind}:view`))
  const others =
    wentMs === null
      ? null
      : await countOthers(
          db,
          { organisationId: facts.organisationId, id: device.id },
          { wentMs, withinMs, kinds: visible },
        )
  const zone = zoneOf({ placeZone, organisationZone }, settings.timeZone)
  const usual =
    wentMs === null ? null : usualHours(facts.turns.toReversed(), { wentMs, nowMs, zone, offsetOf: zoneOffset(zone) })
  const rivals = wentMs === null ? [] : rivalsIn(facts.turns, wentMs)
  const evidence = {
    end: end === null ? null : { at: iso(end.atMs), reason: end.reason, detail: end.detail, address: end.address },
    attempts: facts.attempts.map(({ lastMs, ...attempt }) => ({ ...attempt, lastAt: iso(lastMs) })),
    takeovers:
      rivals.length === 0 ? null : { times: rivals.length, from: [...new Set(rivals.map(({ detail }) => detail))] },
    flood: facts.floods.lastMs === null ? null : { times: facts.floods.times, lastAt: iso(facts.floods.lastMs) },
    clock: clockIn(facts.messages, wentMs),
    handshakes: handshakesOf(facts),
    gateway: gatewayOf(facts.gateway),
    others: others === null || others.online === 0 ? null : { ...others, withinMs },
    usual,
    isServerAway: facts.leaseMs === null || Date.now() - facts.leaseMs > livesMs,
  }
  const message = facts.messages[0]
  return {
    since: wentMs === null ? null : iso(wentMs),
    ...judgeOffline({
      ...evidence,
      enabled: facts.enabled,
      wentMs,
      nowMs,
      isSecured: isSecured(facts.turns),
      hasRival: rivals.some(({ detail }) => detail.includes(' ')),
    }),
    ...evidence,
    lastMessage: message === undefined ? null : { at: iso(message.atMs), topic: message.topic },
    signal:
      facts.signal === null
        ? null
        : { dbm: facts.signal.dbm, at: iso(facts.signal.atMs), isWeak: facts.signal.dbm <= weakDbm },
    warrantyUntil: facts.warrantyUntil,
    site: facts.site,
    servedBy: facts.servedBy,
  }
}

type Properties = NonNullable<Awaited<ReturnType<typeof publishedModel>>>['model']['properties']

/** A signal is what is measured in dBm, whatever its model calls it. */
const signalsIn = (properties: Properties): string[] =>
  properties.flatMap(({ identifier, dataType }) => ('unit' in dataType && dataType.unit === 'dBm' ? [identifier] : []))

/** How long after the last sign of it a connection without a word is noticed; the device asked for it when it connected. */
function noticedMs(turns: readonly Turn[]): number {
  const seconds = turns.find(({ keepAlive }) => keepAlive !== null)?.keepAlive ?? 0
  return Math.min(maxNoticedMs, 1500 * (seconds === 0 ? 1200 : seconds))
}

const rivalsIn = (turns: readonly Turn[], wentMs: number): readonly Turn[] =>
  turns.filter(({ reason, detail, atMs }) => reason === 'replaced' && detail !== '' && wentMs - atMs <= rivalMs)

/** Its last connection over TLS was by a certificate, which a pre-shared key needs none of. */
const isSecured = (turns: readonly Turn[]): boolean =>
  /TLS(?!-PSK)/.test(turns.find(({ protocol }) => protocol !== '')?.protocol ?? '')

/** How far a live report may be from our clock: beyond it its time is not believed. */
const believed = { aheadMs: dayMs, behindMs: 7 * dayMs } as const
const maxBeforeMs = hourMs
const isLive = (topic: string): boolean => /\/thing\/event\/(?!.*\/(?:batch|history|pack)\/)[^/]+\/post$/.test(topic)

/** The last message before it went whose time was not believed. A device keeps old values for later, so only what is sent live counts. */
function clockIn(messages: readonly Message[], wentMs: number | null): Offline['clock'] {
  for (const { atMs, topic, payload, isUntimely } of messages) {
    if (wentMs !== null && wentMs - atMs > maxBeforeMs) return null
    const times = isLive(topic) ? [...payload.matchAll(/"time"\s*:\s*"?(\d{1,15})\b/g)] : []
    const wrong = times
      .map(([, digits]) => Number(digits) - atMs)
      .find((ahead) => ahead > believed.aheadMs || ahead < -believed.behindMs)
    if (wrong !== undefined) return { at: iso(atMs), aheadMs: wrong }
    if (isUntimely) return { at: iso(atMs), aheadMs: null }
  }
  return null
}

function handshakesOf({ handshakes, wentMs }: OfflineFacts): Offline['handshakes'] {
  return handshakes.map(({ alert, address, times, firstMs, lastMs, untilMs }) => ({
    alert,
    address,
    times,
    lastAt: iso(lastMs),
    certificateUntil: untilMs === null ? null : iso(untilMs),
    isEarlier: wentMs !== null && firstMs < wentMs,
  }))
}

/** A gateway that the caller does not see has no name. */
function gatewayOf(gateway: OfflineFacts['gateway']): Offline['gateway'] {
  if (gateway === null) return null
  const { id, kind, name, online, sinceMs, isSeen } = gateway
  return {
    id: isSeen ? id : null,
    kind,
    name: isSeen ? name : '',
    online,
    since: sinceMs === null ? null : iso(sinceMs),
  }
}
