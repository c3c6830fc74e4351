import type { Confidence, Offline, OfflineCause } from '@brigade/contract/telemetry/offline.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'

/** The known facts about an end, without the words and persons around it. */
export type OfflineEvidence = Pick<
  Offline,
  'end' | 'attempts' | 'takeovers' | 'flood' | 'clock' | 'handshakes' | 'gateway' | 'others' | 'usual' | 'isServerAway'
> &
  Readonly<{
    enabled: boolean
    wentMs: number | null
    nowMs: number
    /** Its last connection was over TLS by a certificate. */
    isSecured: boolean
    /** Two clients with its credentials used different client ids. */
    hasRival: boolean
  }>
type Verdict = Readonly<{ cause: OfflineCause; confidence: Confidence }>
type Judge = (evidence: OfflineEvidence) => Verdict | undefined

const verdict = (cause: OfflineCause, confidence: Confidence): Verdict => ({ cause, confidence })

/** A device connects anew within this time of a restart. */
const comesAgainMs = 10 * minuteMs

/** Present events decide before past ones: a device that is refused has power and a network. */
const ofAttempts: Judge = ({ attempts, end }) => {
  const last = attempts[0]
  if (last === undefined) return undefined
  if (last.reason === 'refused_disabled') return verdict('disabled', 'possible')
  if (last.reason === 'refused_version') return verdict('version', 'likely')
  // Anybody may try its name: it is the device itself that comes from where it came before.
  const isItself = end?.reason === 'rekeyed' || end === null || end.address === '' || end.address === last.address
  return verdict('credentials', isItself ? 'likely' : 'possible')
}

/** A server's certificate that is over is refused by every clock that goes right. */
const ofHandshakes: Judge = ({ handshakes, isSecured, clock }) => {
  const last = handshakes[0]
  if (last === undefined) return undefined
  const confidence = isSecured && !last.isEarlier ? 'likely' : 'possible'
  const isOver = last.certificateUntil !== null && last.certificateUntil < last.lastAt
  const isTime = last.alert === 'certificate_expired' || (last.alert === 'bad_certificate' && clock !== null)
  return verdict(isTime && !isOver ? 'clock' : 'certificate', confidence)
}

const ofGateway: Judge = ({ gateway, end }) => {
  if (gateway === null) return undefined
  if (!gateway.online) return verdict('gateway', 'certain')
  return end?.reason === 'gateway_offline' ? verdict('gateway', 'possible') : undefined
}

const byEnd: Readonly<Partial<Record<NonNullable<Offline['end']>['reason'], Verdict>>> = {
  disabled: verdict('disabled', 'possible'),
  rekeyed: verdict('credentials', 'likely'),
  kicked: verdict('closed', 'certain'),
  removed: verdict('removed', 'certain'),
  wrong_topic: verdict('topic', 'certain'),
  topic_too_long: verdict('badMessage', 'certain'),
  too_large: verdict('badMessage', 'certain'),
  qos_2: verdict('badMessage', 'certain'),
  bad_packet: verdict('badMessage', 'certain'),
  unit_silent: verdict('unit', 'certain'),
  unit_unreached: verdict('unit', 'certain'),
  unit_refuses: verdict('unit', 'certain'),
}

const ofServer: Judge = ({ end, isServerAway, wentMs, nowMs }) => {
  if (end?.reason !== 'server_restart' && end?.reason !== 'gateway_lost') return undefined
  if (isServerAway) return verdict('server', 'certain')
  // Everything connects anew after a restart: a device that does not has a reason of its own, which nobody recorded.
  return verdict('server', nowMs - (wentMs ?? nowMs) < comesAgainMs ? 'likely' : 'possible')
}

const ofRival: Judge = ({ end, takeovers, hasRival }) => {
  if (takeovers === null) return end?.reason === 'replaced' ? verdict('replaced', 'possible') : undefined
  if (takeovers.times > 1) return verdict('replaced', 'likely')
  // Once, from another address and by the same client id, is a device whose network gave it a new one.
  return hasRival ? verdict('replaced', 'possible') : undefined
}

const isUnsaid = ({ end }: OfflineEvidence): boolean =>
  end === null || end.reason === 'keep_alive' || end.reason === 'connection_lost'

const ofUsualHours: Judge = ({ usual }) =>
  usual === null || usual.isOver ? undefined : verdict('usualHours', 'likely')

/** Power and internet of a site take all that is there, at once. */
const ofSite: Judge = (evidence) => {
  const { others } = evidence
  if (!isUnsaid(evidence) || others === null || others.went === 0) return undefined
  const share = others.went / others.online
  if (others.went > 1 && share >= 0.8) return verdict('site', others.back * 2 > others.went ? 'possible' : 'likely')
  return share > 0.5 ? verdict('site', 'possible') : undefined
}

const judges: readonly Judge[] = [
  ({ enabled }) => (enabled ? undefined : verdict('disabled', 'certain')),
  ofAttempts,
  ofHandshakes,
  ({ wentMs }) => (wentMs === null ? verdict('neverConnected', 'certain') : undefined),
  ofGateway,
  ({ end }) => (end === null ? undefined : byEnd[end.reason]),
  ofServer,
  ofRival,
  ({ flood }) => (flood === null ? undefined : verdict('flood', 'likely')),
  ofUsualHours,
  ofSite,
  // Without TLS a wrong clock keeps no device from connecting.
  (evidence) =>
    evidence.clock !== null && evidence.isSecured && isUnsaid(evidence) ? verdict('clock', 'possible') : undefined,
  ({ end }) =>
    end?.reason === 'disconnected' || end?.reason === 'sub_logout' ? verdict('left', 'certain') : undefined,
]

/** The cause that the evidence speaks for, with how sure that is. Where nothing speaks, `lost`: nobody knows. */
export function judgeOffline(evidence: OfflineEvidence): Verdict {
  for (const judge of judges) {
    const found = judge(evidence)
    if (found !== undefined) return found
  }
  return verdict('lost', 'unknown')
}
