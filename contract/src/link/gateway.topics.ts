import { z } from 'zod'
import { AlinkId, AlinkReply } from './alink.model.ts'
import { topic } from '../topic.ts'

/** Messages of gateways about their sub-devices (alink.md 2.2), in Alink's own field names. */

/** Alibaba's limits: sub-devices in one message, and of one batch that logs in or out. */
export const gatewayLimits = { named: 100, batch: 50 } as const

/**
 * Reply codes for gateways and devices that register, by call (Alibaba, “Error codes for devices”, doc-detail 120329).
 * Other devices never receive them.
 */
export const gatewayCodes = {
  throttled: 429,
  disabled: 6204,
  unknownDevice: 6100,
  unknownProduct: 6250,
  noGateway: 6403,
  /** Registration errors. */
  registrationOff: 6288,
  activated: 6289,
  unknownSignMethod: 6292,
  badRegistrationSign: 6600,
  behindAnother: 6619,
  /** Our own code: the organisation is unrelated to the gateway's. */
  otherLine: 403,
  /** Our own code: this signature with its time was used before. */
  usedSign: 409,
  /** Topology errors. */
  badTopologySign: 401,
  tooManySubDevices: 6400,
  notBehind: 6401,
  itself: 6402,
  /** Session errors. */
  tooManySessions: 428,
  noSession: 520,
  badSign: 6287,
} as const

const ack = z.object({ ack: z.union([z.literal(0), z.literal(1)]).optional() }).optional()
const head = { id: AlinkId.optional(), version: z.string().optional(), sys: ack, method: z.string().optional() }

const NamedDevice = z.object({ productKey: z.string().max(64), deviceName: z.string().max(64) })
export type NamedDevice = z.output<typeof NamedDevice>
/** Includes all other signed fields: a client id, a time, and those of later SDKs. */
const SignedDevice = z.looseObject({ ...NamedDevice.shape, sign: z.string().max(200) })
export type SignedDevice = z.output<typeof SignedDevice>

/** SDKs send a list, or the one device itself. */
const listOf = <T extends z.ZodType>(type: T, most: number) =>
  z.preprocess((value): unknown => (Array.isArray(value) ? value : [value]), z.array(type).min(1).max(most))

const NamedList = z.object({ ...head, params: listOf(NamedDevice, gatewayLimits.named) })
const SignedList = z.object({ ...head, params: listOf(SignedDevice, gatewayLimits.named) })
/** A sub-device with a signature by its product's secret, which the gateway holds. */
const Proxied = z.object({
  ...NamedDevice.shape,
  random: z.coerce.string().max(64),
  sign: z.string().min(1).max(128),
  signMethod: z.string().max(32).default('hmacsha1'),
})
export type Proxied = z.output<typeof Proxied>
const ProxiedList = z.object({
  ...head,
  params: z.object({ proxieds: z.array(Proxied).min(1).max(gatewayLimits.batch) }),
})
const Plain = z.object({ ...head, params: z.unknown().optional() })
/** A batch is in the field `deviceList`. */
const batchOf = <T extends z.ZodType>(type: T) =>
  z.object({ ...head, params: z.preprocess(devicesOf, listOf(type, gatewayLimits.batch)) })

/** The Link SDK for C 4.x has the method with which each device signed beside the list. */
function devicesOf(params: unknown): unknown {
  if (typeof params !== 'object' || params === null || !('deviceList' in params)) return params
  const { deviceList, ...beside } = params
  if (!Array.isArray(deviceList) || !('signMethod' in beside)) return deviceList
  const { signMethod } = beside
  return deviceList.map((device: unknown) =>
    typeof device === 'object' && device !== null ? { signMethod, ...device } : device,
  )
}

const sys = '/sys/{productKey}/{deviceName}/thing'
const session = '/ext/session/{productKey}/{deviceName}/combine'

export const gatewayUpTopics = {
  topoAdd: topic('up', `${sys}/topo/add`, SignedList),
  topoDelete: topic('up', `${sys}/topo/delete`, NamedList),
  topoGet: topic('up', `${sys}/topo/get`, Plain),
  subRegister: topic('up', `${sys}/sub/register`, NamedList),
  /** Registers each sub-device by the secret of its product (Alibaba's SDK for Python). */
  productRegister: topic('up', `${sys}/proxy/provisioning/product_register`, ProxiedList),
  subUnregister: topic('up', `${sys}/sub/unregister`, NamedList),
  listFound: topic('up', `${sys}/list/found`, NamedList),
  login: topic('up', `${session}/login`, SignedList),
  logout: topic('up', `${session}/logout`, NamedList),
  batchLogin: topic('up', `${session}/batch_login`, batchOf(SignedDevice)),
  batchLogout: topic('up', `${session}/batch_logout`, batchOf(NamedDevice)),
  topoChangeReply: topic('up', `${sys}/topo/change_reply`, AlinkReply),
  disableReply: topic('up', `${sys}/disable_reply`, AlinkReply),
  enableReply: topic('up', `${sys}/enable_reply`, AlinkReply),
  deleteReply: topic('up', `${sys}/delete_reply`, AlinkReply),
} as const

const Notice = z.object({ id: AlinkId, version: z.string(), params: z.json(), method: z.string() })

export const lifecycleDownTopics = {
  topoChange: topic('down', `${sys}/topo/change`, Notice),
  disable: topic('down', `${sys}/disable`, Notice),
  enable: topic('down', `${sys}/enable`, Notice),
  delete: topic('down', `${sys}/delete`, Notice),
  error: topic('down', '/ext/error/{productKey}/{deviceName}', AlinkReply),
} as const

/** `status` of `thing/topo/change`. */
export const topologyStatus = { added: 0, removed: 1 } as const
