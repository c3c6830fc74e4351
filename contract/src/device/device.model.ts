import { SellOff } from '../customer/carried.model.ts'
import { z } from 'zod'
import { ChannelType, channelFilters, departmentFilters } from '../customer/organisation.model.ts'
import { filter, Flag, Id, Instant, OptionalLine, Time } from '../field.ts'
import { searchOf } from '../paging.ts'
import { BothNames, DeviceKind, NodeType } from '../product/product.model.ts'
import { Located, zoneFilters } from '../system/area.model.ts'

/** Spec 4, cooking states, as the property `WorkState` numbers them. Coolers use those that apply and `defrosting`. */
export const workStates = [
  'standby',
  'preheating',
  'cooking',
  'completed',
  'cooling',
  'washing',
  'error',
  'defrosting',
] as const
export type WorkState = (typeof workStates)[number]
export const WorkStateName = z.enum(workStates)

/** State shown in the state column and the totals: the working state while the device is online, otherwise offline. */
export const DeviceState = z.enum([...workStates, 'online', 'offline'])

export const warranties = ['in', 'over', 'unregistered'] as const
export const Warranty = z.enum(warranties)

/** Whether an end user of the phone app has it. */
export const bindStates = ['bound', 'unbound'] as const
export const BindState = z.enum(bindStates)

const Named = z.object({ id: Id, name: z.string() })

export const DeviceRow = z.object({
  id: Id,
  sn: z.string(),
  name: z.string(),
  mac: z.string(),
  kind: DeviceKind,
  nodeType: NodeType,
  /** Disabled, it is refused when it connects. */
  enabled: z.boolean(),
  installed: z.boolean(),
  bindState: BindState,
  product: z.object({ id: Id, name: BothNames, productKey: z.string() }),
  customer: Named,
  address: z.string(),
  online: z.boolean(),
  /** The last one reported; meaningful while online. */
  workState: WorkStateName.nullable(),
  faultCode: z.string(),
  /** The one short fact behind a state, whichever apply. Temperatures °C. */
  fact: z.object({
    stage: z.number().nullable(),
    stageCount: z.number().nullable(),
    temperatureC: z.number().nullable(),
    minutesLeft: z.number().nullable(),
  }),
  /** When it last went online or offline. */
  onlineChangedAt: Instant.nullable(),
  warranty: Warranty,
  firmwareVersion: z.string(),
  /** Firmware version of the Wi-Fi module, as last reported. */
  wifiFirmware: z.string(),
  factoryArea: z.string(),
  channelType: ChannelType.nullable(),
  channel: Named.nullable(),
  /** App users that have it now. */
  boundUsers: z.number().int(),
  lastSeenAt: Instant.nullable(),
  installedAt: Instant.nullable(),
  /** Time of the first connection. */
  activatedAt: Instant.nullable(),
  createdAt: Instant,
})
export type DeviceRow = z.output<typeof DeviceRow>

/**
 * `state`: in the order of `stateOrder`; devices without a warranty date, or without firmware, come last in both
 * directions.
 */
export const deviceSorts = [
  'createdAt',
  'sn',
  'name',
  'lastSeenAt',
  'state',
  'customer',
  'warranty',
  'firmware',
] as const

export const Missing = z.enum(['channel', 'firmware'])
export type Missing = z.output<typeof Missing>

/** Spec 2: choosing offline clears the state; choosing a state forces online. The server refuses the contradiction. */
export const deviceFilters = {
  /** Any two or more characters of SN, name or MAC. */
  keyword: filter(OptionalLine(60)),
  online: filter(Flag),
  state: filter(WorkStateName),
  productId: filter(Id),
  seriesId: filter(Id),
  customerId: filter(Id),
  /** This organisation itself, without those below it. */
  organisationId: filter(Id),
  warranty: filter(Warranty),
  bindState: filter(BindState),
  nodeType: filter(NodeType),
  enabled: filter(Flag),
  /** Any part of the place and the address, as either language shows them. */
  address: filter(OptionalLine(200)),
  ...zoneFilters,
  ...departmentFilters,
  ...channelFilters,
  firmwareVersion: filter(OptionalLine(30)),
  /** Date of installation. */
  startTime: filter(Time),
  endTime: filter(Time),
  /** Time of the first connection. */
  activatedStart: filter(Time),
  activatedEnd: filter(Time),
  /** Only devices last seen before this time; a device that was never seen does not match. */
  seenBefore: filter(Time),
  located: filter(Located),
  /** Only devices without this fact: no channel was entered, or no firmware was reported. */
  missing: filter(Missing),
}
/** For `refine` of each call that has these filters. */
export const statesFit = ({ online, state }: Readonly<{ online?: boolean | undefined; state?: unknown }>): boolean =>
  online !== false || state === undefined
export const statesDoNotFit = { message: 'device.offlineState', path: ['state'] }
export const DeviceSearch = searchOf(deviceFilters, deviceSorts).refine(statesFit, statesDoNotFit)
export type DeviceSearch = z.output<typeof DeviceSearch>

/** Devices by state, within the caller's organisations and the filters. `online` + `offline` = `all`; the working states add up to at most `online`. */
export const DeviceTotals = z.object({
  all: z.number().int(),
  online: z.number().int(),
  offline: z.number().int(),
  states: z.record(WorkStateName, z.number().int()),
})
export type DeviceTotals = z.output<typeof DeviceTotals>

export const DeviceDetail = DeviceRow.extend({
  series: z.object({ id: Id, name: BothNames }),
  /** National codes; empty abroad and if not given. `place` contains their names, `address` the rest. */
  zone: z.object({
    province: z.string(),
    city: z.string(),
    region: z.string(),
    place: z.string(),
    address: z.string(),
  }),
  /** IANA name: of its place, else of its customer, else of the installation. */
  timeZone: z.string(),
  /** Set if its organisation no longer carries its model, or is selling it off. The device is still fully supported. */
  sellOff: SellOff.nullable(),
  note: z.string(),
  /** The gateway of a sub-device. */
  gateway: z.object({ id: Id, name: z.string(), sn: z.string(), kind: DeviceKind }).nullable(),
  /** Number of sub-devices of a gateway. */
  subDevices: z.number().int(),
  tags: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Version of the record that a change is based on. */
  updatedAt: Instant,
  warrantyDays: z.number().int().nullable(),
  warrantyUntil: Instant.nullable(),
  networkType: z.string(),
  /** Null if the product has no published thing model. */
  modelVersion: z.number().int().nullable(),
  /** Since when its connections are known, if that is later than its registration. */
  connectionsSince: Instant.nullable(),
})
export type DeviceDetail = z.output<typeof DeviceDetail>
