import { createHash, timingSafeEqual } from 'node:crypto'
import { ownerOfTopic } from '@brigade/contract/link/alink.topics.ts'
import { cacheKey } from '../../platform/caches.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { PlainAnswer, PlainRequest, PlainRoute } from '../../platform/http/plain-route.ts'
import { admitDevice } from '../session/admit-device.ts'
import { admitUnlessBraked } from '../session/admit-unless-braked.ts'
import { namesIn } from '../../device/device-name.ts'
import { noRegistration } from '../provisioning/registration-rate.ts'
import { logRefusals } from '../session/log-refusals.ts'
import { signInBrake, type SignInBrake } from '../session/sign-in-brake.ts'
import { readIntroduction } from '../../device/credentials/device-credentials.ts'
import { brokerConnectorId, recordPresence, type Presence } from '../../device/presence/presence.store.ts'
import { isBehind } from './broker-client.store.ts'
import { recordNotices } from './broker-presence.ts'
import { readEmqx } from './read-notice.ts'

type Verdict = 'allow' | 'deny' | 'ignore'
const verdict = (result: Verdict): PlainAnswer => ({ status: 200, body: { result } })

const hash = (text: string) => createHash('sha256').update(text).digest()

/** A call of the broker. Without a secret in the settings the route answers 404, and to a wrong secret 401. */
function forBroker(
  path: string,
  handler: (platform: Platform, request: PlainRequest) => Promise<PlainAnswer>,
): PlainRoute {
  return {
    method: 'POST',
    path,
    perMinute: 'any',
    handler: (platform, request) => {
      const { brokerSecret } = platform.settings
      if (brokerSecret === undefined) return { status: 404 }
      const isBroker = timingSafeEqual(hash(request.header('authorization') ?? ''), hash(`Bearer ${brokerSecret}`))
      return isBroker ? handler(platform, request) : { status: 401 }
    },
    // A client that cannot be checked is denied, because a broker passes an error on to its next authenticator.
    onFailure: () => verdict('deny'),
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Decides whether a client may connect. It ignores clients that are not devices, as our own connections to the broker.
 */
async function authenticate(platform: Platform, { fields }: PlainRequest): Promise<PlainAnswer> {
  const { db, settings, clock } = platform
  const client = {
    clientId: text(fields['clientid']),
    username: text(fields['username']),
    password: text(fields['password']),
    address: text(fields['peerhost']),
    protocol: 'MQTT',
    // The broker does not report whether the connection is encrypted. Registration is refused in any case.
    isEncrypted: false,
  }
  if (readIntroduction(client.clientId, client.username) === null) return verdict('ignore')
  const nowMs = clock.now()
  const { secretKey, timeZone: installationZone } = settings
  const options = { db, secretKey, installationZone, nowMs, rate: noRegistration, plainRegistration: false }
  const { brake, logRefusal } = signInGuardOf(platform)
  // A broker that does not pass addresses on has one for all clients: one that fails must not lock out the others.
  const admission = await (client.address === ''
    ? admitDevice(options, client)
    : admitUnlessBraked({ ...options, brake }, client))
  if (admission === 'braked') return verdict('deny')
  if (admission.kind === 'device') return { status: 200, body: { result: 'allow', is_superuser: false } }
  if (admission.kind === 'refused') {
    logRefusal(client, admission)
    if (brake.isBraked({ address: client.address, device: client.username, nowMs }))
      logRefusal(client, { ...admission, reason: 'refused_too_often' })
  }
  return verdict('deny')
}

type SignInGuard = Readonly<{ brake: SignInBrake; logRefusal: ReturnType<typeof logRefusals> }>
/** State of this process: rate limits of failed sign-ins, and the refusals that are logged already. */
const signInGuardCache = cacheKey<{ guard?: SignInGuard }>(() => ({}))

function signInGuardOf({ db, caches, log, clock }: Platform): SignInGuard {
  const cache = caches.of(signInGuardCache)
  const note = (change: Presence) =>
    void recordPresence(db, brokerConnectorId, [change]).catch((error: unknown) =>
      log.warn({ err: error }, 'A refusal was not noted'),
    )
  cache.guard ??= { brake: signInBrake(), logRefusal: logRefusals({ log, note, now: () => clock.now() }) }
  return cache.guard
}

/** Decides on topics: a device may use its own, a gateway those of the devices behind it, and all may receive broadcasts of their product. */
async function authorise({ db }: Platform, { fields }: PlainRequest): Promise<PlainAnswer> {
  const device = namesIn(text(fields['username']))
  if (device === null || readIntroduction(text(fields['clientid']), text(fields['username'])) === null)
    return verdict('ignore')
  const topic = text(fields['topic'])
  const { action } = fields
  if (action !== 'publish' && action !== 'subscribe') return verdict('deny')
  if (action === 'subscribe' && topic.startsWith(`/broadcast/${device.productKey}/`)) return verdict('allow')
  const owner = ownerOfTopic(topic)
  if (owner === null) return verdict('deny')
  const isOwn = owner.productKey === device.productKey && owner.deviceName === device.deviceName
  return verdict(isOwn || (await isBehind(db, owner, device)) ? 'allow' : 'deny')
}

/**
 * Receives connects and disconnects, posted by a rule of the broker: `SELECT * FROM "$events/client_connected",
 * "$events/client_disconnected"`.
 */
async function receiveEvent({ db, clock }: Platform, { fields }: PlainRequest): Promise<PlainAnswer> {
  const notice = readEmqx(fields['event'], fields, clock.now())
  if (notice !== null) await recordNotices(db, [notice])
  return { status: 204 }
}

/** The HTTP calls of EMQX (docs/operations.md). */
export const brokerPlainRoutes: readonly PlainRoute[] = [
  forBroker('/mqtt/auth', authenticate),
  forBroker('/mqtt/acl', authorise),
  { ...forBroker('/mqtt/event', receiveEvent), onFailure: () => ({ status: 500 }) },
]
