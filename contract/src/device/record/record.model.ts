import { z } from 'zod'
import { ChannelType } from '../../customer/organisation.model.ts'
import { zoneFault, type Zone } from '../../customer/customer.rules.ts'
import { filter, Flag, Id, Instant, Line, OptionalLine, OptionalName, secret, Time } from '../../field.ts'
import { searchOf } from '../../paging.ts'
import { AreaCode } from '../../system/area.model.ts'

/** Characters. `sn` is the Alink device name as well: SDKs have 32 for it (alink.md 2.1). Spec 9: notes up to 120. */
export const deviceLimits = { sn: 32, name: 60, address: 120, place: 60, factoryArea: 40, note: 120 } as const

/** Whole days; ten years and a leap day or two. */
export const maxWarrantyDays = 3660

/** Characters that both a topic level and the SDKs allow. */
export const Sn = z
  .string()
  .trim()
  .min(4, 'device.sn')
  .max(deviceLimits.sn, 'device.sn')
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.:@-]*$/, 'device.sn')

/** Empty, or six bytes in hex with or without separators; kept as `AA:BB:CC:DD:EE:FF`. */
export const Mac = z
  .string()
  .trim()
  .regex(/^$|^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}$/, 'device.mac')
  .transform((mac) => (mac.replace(/[:-]/g, '').toUpperCase().match(/../g) ?? []).join(':'))

/** A device's own secret, as Alibaba makes them or as a maker has burnt them in. */
export const DeviceSecret = secret(z.string().regex(/^[A-Za-z0-9]{16,64}$/, 'device.secret'))

const Code = z.union([z.literal(''), AreaCode]).default('')

const zoneFits = (zone: Zone, ctx: z.core.$RefinementCtx): void => {
  const fault = zoneFault(zone)
  if (fault !== undefined) ctx.addIssue({ code: 'custom', message: 'customer.wrongZone', path: [fault], input: zone })
}

/** Site of a device: organisation, place and date. A place in China has national codes; a place abroad is text in `place`. */
export const Installation = z
  .strictObject({
    /** The organisation it is installed at; usually a customer. */
    organisationId: Id,
    province: Code,
    city: Code,
    region: Code,
    place: OptionalName(deviceLimits.place).default(''),
    address: OptionalName(deviceLimits.address).default(''),
    channelType: ChannelType.nullable().default(null),
    /** The distributor or agent it was sold through. */
    channelId: Id.nullable().default(null),
    installedAt: Time,
    /** From the installation; null: not registered. */
    warrantyDays: z.number().int().min(0).max(maxWarrantyDays).nullable().default(null),
  })
  .superRefine(zoneFits)
export type Installation = z.output<typeof Installation>

const described = {
  name: Line(deviceLimits.name),
  mac: Mac.default(''),
  factoryArea: OptionalName(deviceLimits.factoryArea).default(''),
  note: OptionalLine(deviceLimits.note).default(''),
  /** The gateway of a sub-device. */
  gatewayId: Id.nullable().default(null),
}

/**
 * A device as it is entered. Without `installation` it becomes an uninstalled device of `organisationId`, or of the
 * caller's own organisation.
 */
export const DeviceDraft = z.strictObject({
  ...described,
  sn: Sn,
  productId: Id,
  organisationId: Id.optional(),
  /** If it is left out, a secret is generated. */
  deviceSecret: DeviceSecret.optional(),
  installation: Installation.nullable().default(null),
})
export type DeviceDraft = z.output<typeof DeviceDraft>

/** Credentials to configure a device with. No other call returns the secret (product.md, Devices). */
export const DeviceCredentials = z.object({
  id: Id,
  productKey: z.string(),
  deviceName: z.string(),
  deviceSecret: secret(z.string()),
  /**
   * Printed on the label beside the serial number: a person at the device uses it to bind the device in the phone app.
   */
  bindCode: secret(z.string()),
})
export type DeviceCredentials = z.output<typeof DeviceCredentials>

/**
 * The device as it shall be. `installation` null leaves an uninstalled one uninstalled; an installed one is taken out with
 * `uninstall`. Its organisation changes by `transfer` alone. `updatedAt` is that of the detail this was made from (409).
 */
export const DeviceChange = z.strictObject({
  ...described,
  id: Id,
  updatedAt: Time,
  installation: Installation.nullable().default(null),
})
export type DeviceChange = z.output<typeof DeviceChange>

/** At most as many as a page has. */
export const DeviceIds = z.array(Id).min(1).max(80)
const password = z.string().min(1, 'field.required').max(128)

/** The serial number must be typed by hand. */
export const DeviceRemoval = z.strictObject({ id: Id, sn: z.string().trim().min(1, 'field.required').max(64) })
export const DeviceUnbinding = z.strictObject({ ids: DeviceIds, password })
export const DeviceInstalling = z.strictObject({ ids: DeviceIds, installation: Installation })
/** Back to the uninstalled list; its organisation, its history and its records stay. */
export const DeviceUninstalling = z.strictObject({ ids: DeviceIds })
/** Moves it to another organisation, with all its records. An installed device stays installed at its place. */
/** `notes`: whether the notes go along, which the new organisation then reads. */
export const DeviceTransfer = z.strictObject({
  ids: DeviceIds,
  organisationId: Id,
  notes: z.enum(['keep', 'remove']).default('keep'),
})
export type DeviceTransfer = z.output<typeof DeviceTransfer>
export const DeviceEnabling = z.strictObject({ ids: DeviceIds, enabled: z.boolean() })
export const SecretReissue = z.strictObject({ id: Id, password })

/** Kinds of changes to the record of a device. */
export const changeActions = [
  'created',
  'imported',
  'updated',
  'installed',
  'uninstalled',
  'transferred',
  'enabled',
  'disabled',
  'bound',
  'unbound',
  'secret',
  'reset',
  'sub_added',
  'sub_removed',
  'registered',
] as const
export const ChangeAction = z.enum(changeActions)
export const ChangeSearch = searchOf(
  { id: Id, action: filter(ChangeAction), startTime: filter(Time), endTime: filter(Time) },
  ['time'],
)
/** Subjects of a change: fields of the record, sub-devices and app users added or removed, and the log switch. */
export const changeFields = [
  'sn',
  'product',
  'name',
  'mac',
  'factoryArea',
  'note',
  'gateway',
  'unit',
  'customer',
  'place',
  'address',
  'channelType',
  'channel',
  'installedAt',
  'warrantyDays',
  'subDevice',
  'boundUsers',
  'logAsked',
] as const
/**
 * The name of the field, of a tag `tags.` and its key; the former and the new value in words, instants unchanged,
 * `logAsked` as on or off.
 */
export const ChangedField = z.object({
  field: z.union([z.enum(changeFields), z.templateLiteral(['tags.', z.string()])]),
  from: z.string(),
  to: z.string(),
})
export type ChangedField = z.output<typeof ChangedField>
export const ChangeRow = z.object({
  seq: z.string(),
  time: Instant,
  action: ChangeAction,
  /** Empty: the device itself or the system. */
  accountName: z.string(),
  /** Values by field, with names instead of ids, and never a secret. */
  fields: z.array(ChangedField),
})
export type ChangeRow = z.output<typeof ChangeRow>

/** End users of the phone app that a device is bound to, and was. */
export const BoundUserSearch = searchOf({ id: Id, bound: filter(Flag) }, ['boundAt'])
export const BoundUserRow = z.object({
  id: Id,
  nickname: z.string(),
  phone: z.string(),
  email: z.string(),
  /** The first one who bound it, or one it is shared with. */
  role: z.enum(['owner', 'member']),
  boundAt: Instant,
  unboundAt: Instant.nullable(),
})
export type BoundUserRow = z.output<typeof BoundUserRow>

/** Tags set by a device or a person: `room=kitchen`. Keys follow Alink's `attrKey`. */
export const tagLimits = { count: 100, key: 64, value: 128 } as const
export const Tag = z.object({
  key: z.string().regex(/^[A-Za-z0-9_.:-]{1,64}$/, 'device.tagKey'),
  value: Line(tagLimits.value),
})
export type Tag = z.output<typeof Tag>
/** All of them as they shall be. */
export const TagsChange = z.strictObject({
  id: Id,
  tags: z
    .array(z.strictObject(Tag.shape))
    .max(tagLimits.count)
    .refine((tags) => new Set(tags.map(({ key }) => key)).size === tags.length, 'device.tagTwice'),
})

export const FirmwareRow = z.object({
  seq: z.string(),
  /** `default` is the device's own. */
  module: z.string(),
  version: z.string(),
  /** Empty for the first report. */
  before: z.string(),
  time: Instant,
})
export const FirmwareSearch = searchOf({ id: Id, module: filter(OptionalLine(64)) }, ['time'])
