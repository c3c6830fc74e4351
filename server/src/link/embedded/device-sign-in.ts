import { open } from '../../platform/secret/secret-box.ts'
import type { ConnectRequest, MqttHooks } from '../../platform/mqtt/mqtt-hooks.ts'
import { pskFor, readIntroduction, readPskIdentity } from '../../device/credentials/device-credentials.ts'
import { keyOf } from '../../device/device-name.ts'
import { registrationRate } from '../provisioning/registration-rate.ts'
import { admitUnlessBraked } from '../session/admit-unless-braked.ts'
import { findLinkCandidate } from '../session/link-candidate.store.ts'
import { logRefusals } from '../session/log-refusals.ts'
import { signInBrake } from '../session/sign-in-brake.ts'
import type { EmbeddedParts } from './embedded-parts.ts'

/** The answer to a client that registered; it disconnects afterwards. */
export type Registered = Readonly<{ topic: string; payload: string }>

export type DeviceSignIn = Required<Pick<MqttHooks, 'authenticate' | 'onUnserved' | 'pskOf'>> &
  Readonly<{
    /** Returns the answer to a client that registers, once. */
    takeRegistered: (key: string) => Registered | undefined
  }>

/**
 * Authenticates clients of the embedded broker; a client that fails too often has to wait. `refused` counts refusals.
 */
export function deviceSignIn(
  { db, settings, clock, log, note, devices }: EmbeddedParts,
  { refused }: Readonly<{ refused: () => void }>,
): DeviceSignIn {
  const { secretKey, timeZone: installationZone } = settings
  const { plainRegistration } = settings.mqtt
  const registered = new Map<string, Registered>()
  const rate = registrationRate()
  const brake = signInBrake()
  const noteRefusal = logRefusals({ log, note, now: () => clock.now() })
  const attemptOf = (address: string, device: string) => ({ address, device, nowMs: clock.now() })

  async function deviceIdOf({ clientId, username }: ConnectRequest): Promise<string | null> {
    const introduction = readIntroduction(clientId, username)
    if (introduction === null) return null
    return (await findLinkCandidate(db, introduction.productKey, introduction.deviceName))?.id ?? null
  }

  return {
    authenticate: async (client) => {
      const attempt = attemptOf(client.address, client.username)
      const { nowMs } = attempt
      const admission = await admitUnlessBraked(
        { db, secretKey, installationZone, nowMs, rate, plainRegistration, brake },
        client,
      )
      if (admission === 'braked') {
        refused()
        return 'later'
      }
      if (admission.kind === 'refused') {
        refused()
        noteRefusal(client, admission)
        if (brake.isBraked(attempt)) noteRefusal(client, { ...admission, reason: 'refused_too_often' })
        return null
      }
      const { key } = admission
      if (admission.kind === 'device') devices.admit(key, admission.device)
      else registered.set(key, admission)
      return key
    },
    takeRegistered: (key) => {
      const reply = registered.get(key)
      registered.delete(key)
      return reply
    },
    // Logged once a minute for a device, and not while it is braked.
    onUnserved: (client) => {
      const attempt = attemptOf(client.address, client.username)
      refused()
      if (brake.isBraked(attempt)) return
      brake.begun(attempt)
      brake.failed(attempt)
      deviceIdOf(client).then(
        (deviceId) => noteRefusal(client, { kind: 'refused', reason: 'refused_version', deviceId }),
        (error: unknown) => log.warn({ err: error }, 'A refusal was not noted'),
      )
    },
    pskOf: async (identity, address) => {
      const read = readPskIdentity(identity)
      const attempt = attemptOf(address, read === null ? '' : keyOf(read))
      if (brake.isBraked(attempt)) return undefined
      brake.begun(attempt)
      const found = read === null ? undefined : await findLinkCandidate(db, read.productKey, read.deviceName)
      if (read === null || found === undefined) {
        brake.failed(attempt)
        return undefined
      }
      brake.passed(attempt)
      return pskFor(read.content, open(secretKey, found.deviceSecret))
    },
  }
}
