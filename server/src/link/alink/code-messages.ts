import { gatewayCodes } from '@brigade/contract/link/gateway.topics.ts'
import { messageOf } from './reply.ts'

/** The message for a code in an answer to a device, in the protocol's own language. */
export const wordsOf = (code: number): string => words[code] ?? messageOf(code)

const words: Readonly<Record<number, string>> = {
  [gatewayCodes.throttled]: 'too many requests',
  [gatewayCodes.tooManySubDevices]: 'too many sub-devices behind this gateway',
  [gatewayCodes.noGateway]: 'not a gateway',
  [gatewayCodes.noSession]: 'sub-device has no session',
  [gatewayCodes.disabled]: 'device disabled',
  [gatewayCodes.unknownDevice]: 'device not found',
  [gatewayCodes.unknownProduct]: 'product not found',
  [gatewayCodes.badSign]: 'invalid sign',
  [gatewayCodes.registrationOff]: 'dynamic registration is off',
  [gatewayCodes.activated]: 'device is activated already',
  [gatewayCodes.notBehind]: 'device is not behind this gateway',
  [gatewayCodes.otherLine]: 'device belongs to another organisation',
  [gatewayCodes.usedSign]: 'signature was used before, or is older than the last 64: sign with a new timestamp',
  [gatewayCodes.itself]: 'a gateway is not behind itself',
  [gatewayCodes.behindAnother]: 'device is behind another gateway',
  [gatewayCodes.tooManySessions]: 'too many sub-devices online over this gateway',
  [gatewayCodes.badTopologySign]: 'invalid sign',
  [gatewayCodes.badRegistrationSign]: 'invalid sign',
  [gatewayCodes.unknownSignMethod]: 'sign method not supported',
}
