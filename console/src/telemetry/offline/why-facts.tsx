import type { Offline } from '@brigade/contract/telemetry/offline.model.ts'
import type { ReactNode } from 'react'
import { ContactLink } from '../../customer/contact-link.tsx'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { formatDay, formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import type { Fact } from '../../ui/page/fact-list.tsx'
import { onlineReasons } from '../online/online.text.ts'
import { alertWords, offlineText } from './offline.text.ts'

type Part = (why: Offline) => readonly Fact[]
type Row = { key: string; label: string; wide?: boolean }

const fact = ({ wide = true, ...row }: Row, value: ReactNode): Fact => ({ ...row, wide, value })
const lines = (all: readonly ReactNode[]): ReactNode => all.map((line, at) => <div key={at}>{line}</div>)
const mono = (text: string): ReactNode => <span className="mono">{text}</span>
/** Without the names of the device, which stand above. */
const shortTopic = (topic: string): string => topic.replace(/^\/sys\/[^/]+\/[^/]+\//, '')

/** The recorded facts about an end, in the order of likely questions; empty ones are left out. */
export function useWhyFacts(): Part {
  const parts = [useConnection(), useRefusals(), useAround(), useHabit()]
  return (why) => parts.flatMap((part) => part(why))
}

function useConnection(): Part {
  const w = useWords(offlineText)
  const locale = useLocale()
  return ({ since, end, lastMessage, signal }) => {
    if (since === null) return []
    const reason = (of: NonNullable<Offline['end']>) =>
      w.endedBy({ time: formatTime(of.at), reason: onlineReasons[of.reason][locale] })
    return [
      fact(
        { key: 'end', label: w.ended },
        end === null ? (
          w.endUnknown
        ) : (
          <>
            {reason(end)}
            {end.detail === '' ? null : <> {mono(end.detail)}</>}
          </>
        ),
      ),
      fact(
        { key: 'message', label: w.message },
        lastMessage === null ? (
          w.noMessage
        ) : (
          <>
            {formatTime(lastMessage.at)} {mono(shortTopic(lastMessage.topic))}
          </>
        ),
      ),
      ...(signal === null
        ? []
        : [
            fact(
              { key: 'signal', label: w.signal },
              [`${formatNumber(signal.dbm)} dBm`, formatTime(signal.at), ...(signal.isWeak ? [w.weak] : [])].join(
                ' · ',
              ),
            ),
          ]),
    ]
  }
}

/** The refused actions of the device, or those that would be refused. */
function useRefusals(): Part {
  const w = useWords(offlineText)
  const locale = useLocale()
  const clockText = ({ at, aheadMs }: NonNullable<Offline['clock']>) => {
    const time = formatTime(at)
    if (aheadMs === null) return w.clockWrong({ time })
    const said = { time, duration: formatDuration(Math.abs(aheadMs)) }
    return aheadMs > 0 ? w.clockAhead(said) : w.clockBehind(said)
  }
  const certificateText = ({ certificateUntil, lastAt }: Offline['handshakes'][number]) => {
    if (certificateUntil === null) return ''
    const time = formatTime(certificateUntil)
    return certificateUntil < lastAt ? w.certificateOver({ time }) : w.certificateValid({ time })
  }
  return ({ attempts, takeovers, flood, clock, handshakes }) => [
    ...(attempts.length === 0
      ? []
      : [
          fact(
            { key: 'attempts', label: w.attempts },
            lines(
              attempts.map(({ reason, times, lastAt, address }) =>
                w.attempt({
                  why: onlineReasons[reason][locale],
                  count: formatNumber(times),
                  time: formatTime(lastAt),
                  from: address,
                }),
              ),
            ),
          ),
        ]),
    ...(takeovers === null
      ? []
      : [
          fact(
            { key: 'takeovers', label: w.takeovers },
            w.takeover({ count: formatNumber(takeovers.times), from: takeovers.from.join(', ') }),
          ),
        ]),
    ...(flood === null
      ? []
      : [fact({ key: 'flood', label: w.flood }, w.floodLast({ time: formatTime(flood.lastAt) }))]),
    ...(clock === null ? [] : [fact({ key: 'clock', label: w.clock }, clockText(clock))]),
    ...(handshakes.length === 0
      ? []
      : [
          fact(
            { key: 'handshakes', label: w.handshakes },
            lines(
              handshakes.flatMap((one) => [
                w.handshake({
                  why: alertWords[one.alert][locale],
                  count: formatNumber(one.times),
                  time: formatTime(one.lastAt),
                  from: one.address,
                }),
                [certificateText(one), ...(one.isEarlier ? [w.handshakeEarlier] : [])].join(' '),
              ]),
            ),
          ),
        ]),
  ]
}

/** The surroundings of the device: its gateway, others at the site, the server. */
function useAround(): Part {
  const w = useWords(offlineText)
  const gatewayText = ({ online, since }: NonNullable<Offline['gateway']>) =>
    online ? w.gatewayOnline : since === null ? w.gatewayNever : w.gatewayOffline({ time: formatTime(since) })
  const othersText = ({ online, went, back, withinMs, isMore }: NonNullable<Offline['others']>) => {
    const told =
      went === 0
        ? w.othersStayed({ n: online, online: formatNumber(online) })
        : w.othersWent({
            went: formatNumber(went),
            online: formatNumber(online),
            back: formatNumber(back),
            minutes: formatDuration(withinMs),
          })
    return isMore ? `${told}. ${w.othersMore}` : told
  }
  return ({ since, gateway, others, isServerAway }) => [
    ...(gateway === null
      ? []
      : [
          fact(
            { key: 'gateway', label: w.gateway },
            <>
              {gateway.id === null ? (
                w.gatewayUnseen
              ) : (
                <DeviceLink kind={gateway.kind} id={gateway.id}>
                  {gateway.name}
                </DeviceLink>
              )}
              {` · ${gatewayText(gateway)}`}
            </>,
          ),
        ]),
    ...(since === null
      ? []
      : [fact({ key: 'others', label: w.others }, others === null ? w.othersNone : othersText(others))]),
    ...(isServerAway ? [fact({ key: 'server', label: w.server }, w.serverAway)] : []),
  ]
}

/** When it is usually off, and whom to call. */
function useHabit(): Part {
  const w = useWords(offlineText)
  return ({ usual, site, servedBy, warrantyUntil }) => [
    ...(usual === null
      ? []
      : [
          fact(
            { key: 'usual', label: w.usual },
            [
              w.usualDays({
                from: usual.from,
                until: usual.until,
                days: formatNumber(usual.days),
                ofDays: formatNumber(usual.ofDays),
                zone: usual.zone,
              }),
              ...(usual.isOver ? [w.usualOver] : []),
            ].join('. '),
          ),
        ]),
    fact({ key: 'call', label: w.call, wide: false }, <Reached of={site} />),
    ...(servedBy === null
      ? []
      : [fact({ key: 'servedBy', label: w.servedBy, wide: false }, <Reached of={servedBy} />)]),
    ...(warrantyUntil === null
      ? []
      : [fact({ key: 'warranty', label: w.warranty, wide: false }, formatDay(warrantyUntil))]),
  ]
}

/** An organisation with its contact person, as far as one is entered. */
function Reached({ of }: { of: Offline['site'] }) {
  return (
    <>
      <CustomerLink id={of.id}>{of.name}</CustomerLink>
      {of.principal === '' && of.contact === '' ? null : (
        <>
          {' · '}
          <ContactLink of={of} />
        </>
      )}
    </>
  )
}
