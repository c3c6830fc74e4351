import { z } from 'zod'
import { ChannelType, departmentFilters } from '../../customer/organisation.model.ts'
import { zoneFault, type Zone } from '../../customer/customer.rules.ts'
import { Flag, Id, Instant, Line, OptionalLine, filter } from '../../field.ts'
import { TableFormat } from '../../job/job.model.ts'
import { searchOf } from '../../paging.ts'
import { NodeType } from '../../product/product.model.ts'
import { AreaCode } from '../../system/area.model.ts'
import { BindState, DeviceSearch, deviceFilters, statesDoNotFit, statesFit } from '../device.model.ts'

/** Characters. `sn` is the Alink device name as well: SDKs have 32 for it (alink.md 2.1). Spec 9: notes up to 120. */
export const deviceLimits = { sn: 32, name: 60, address: 120, place: 60, factoryArea: 40, note: 120 } as const

/** Whole days; ten years and a leap day or two. */
export const mostWarrantyDays = 3660

/** What a topic level and an SDK allow. */
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
export const DeviceSecret = z.string().regex(/^[A-Za-z0-9]{16,64}$/, 'device.secret')

const Code = z.union([z.literal(''), AreaCode]).default('')

const zoneFits = (zone: Zone, ctx: z.core.$RefinementCtx): void => {
  const fault = zoneFault(zone)
  if (fault !== undefined) ctx.addIssue({ code: 'custom', message: 'customer.wrongZone', path: [fault], input: zone })
}

/** Where a device stands, at whom, since when. In China by the national codes, abroad by `place` in words. */
export const Installation = z
  .strictObject({
    /** The organisation it is installed at; usually a customer. */
    organisationId: Id,
    province: Code,
    city: Code,
    region: Code,
    place: OptionalLine(deviceLimits.place).default(''),
    address: OptionalLine(deviceLimits.address).default(''),
    channelType: ChannelType.nullable().default(null),
    /** The distributor or agent it was sold through. */
    channelId: Id.nullable().default(null),
    installedAt: Instant,
    /** From the installation; null: not registered. */
    warrantyDays: z.number().int().min(0).max(mostWarrantyDays).nullable().default(null),
  })
  .superRefine(zoneFits)
export type Installation = z.output<typeof Installation>

const described = {
  name: Line(deviceLimits.name),
  mac: Mac.default(''),
  factoryArea: OptionalLine(deviceLimits.factoryArea).default(''),
  note: OptionalLine(deviceLimits.note).default(''),
  /** The gateway a sub-device hangs behind. */
  gatewayId: Id.nullable().default(null),
}

/** A device as it is entered. Without `installation` it goes to the uninstalled list, of `organisationId` or else the caller's own. */
export const DeviceDraft = z.strictObject({
  ...described,
  sn: Sn,
  productId: Id,
  organisationId: Id.optional(),
  /** Left out: one is made. */
  deviceSecret: DeviceSecret.optional(),
  installation: Installation.nullable().default(null),
})
export type DeviceDraft = z.output<typeof DeviceDraft>

/** What a device is configured with. The secret is told here and nowhere again (product.md, Devices). */
export const DeviceCredentials = z.object({
  id: Id,
  productKey: z.string(),
  deviceName: z.string(),
  deviceSecret: z.string(),
})
export type DeviceCredentials = z.output<typeof DeviceCredentials>

/**
 * The device as it shall be. `installation` null leaves an uninstalled one uninstalled; an installed one is taken out with
 * `uninstall`. Its organisation changes by `transfer` alone. `updatedAt` is that of the detail this was made from (409).
 */
export const DeviceChange = z.strictObject({
  ...described,
  id: Id,
  updatedAt: Instant,
  installation: Installation.nullable().default(null),
})
export type DeviceChange = z.output<typeof DeviceChange>

/** As many as a page has. */
export const DeviceIds = z.array(Id).min(1).max(80)
const password = z.string().min(1, 'field.required').max(128)

/** Asks for the SN, typed by hand. */
export const DeviceRemoval = z.strictObject({ id: Id, sn: z.string().trim().min(1, 'field.required').max(64) })
export const DeviceUnbinding = z.strictObject({ ids: DeviceIds, password })
export const DeviceInstalling = z.strictObject({ ids: DeviceIds, installation: Installation })
/** Back to the uninstalled list; its organisation, its history and its records stay. */
export const DeviceUninstalling = z.strictObject({ ids: DeviceIds })
/** To another organisation, with everything that is of the device. An installed one stays installed where it is. */
export const DeviceTransfer = z.strictObject({ ids: DeviceIds, organisationId: Id })
export const DeviceEnabling = z.strictObject({ ids: DeviceIds, enabled: z.boolean() })
export const SecretReissue = z.strictObject({ id: Id, password })

export const uninstalledSorts = ['createdAt', 'sn', 'name'] as const
/** Devices that are registered and not installed, or no longer. */
export const UninstalledSearch = searchOf(
  {
    keyword: filter(OptionalLine(60)),
    online: filter(Flag),
    activated: filter(Flag),
    bindState: filter(BindState),
    productId: filter(Id),
    seriesId: filter(Id),
    nodeType: filter(NodeType),
    ...departmentFilters,
    /** Of the registration. */
    startTime: filter(Instant),
    endTime: filter(Instant),
  },
  uninstalledSorts,
)
export type UninstalledSearch = z.output<typeof UninstalledSearch>

const { pageNum: _num, pageSize: _size, ...uninstalledFilters } = UninstalledSearch.shape
const { pageNum: _pageNum, pageSize: _pageSize, ...installedFilters } = DeviceSearch.shape

/** The filters and the order of the list, and the format; every page, up to 1,000,000 rows. */
export const DeviceExport = z
  .strictObject({ ...installedFilters, format: TableFormat.default('xlsx') })
  .refine(statesFit, statesDoNotFit)
export type DeviceExport = z.output<typeof DeviceExport>
export const UninstalledExport = z.strictObject({ ...uninstalledFilters, format: TableFormat.default('xlsx') })
export type UninstalledExport = z.output<typeof UninstalledExport>

/** Alibaba's CSV of triples: `ProductKey,DeviceName,DeviceSecret`. Of the devices chosen, or of all a list shows. */
export const TripleExport = z.strictObject({
  ids: z.array(Id).min(1).max(1000).optional(),
  /** Filters of one of the two lists; `ids` wins. */
  installed: z.strictObject(deviceFilters).refine(statesFit, statesDoNotFit).optional(),
  uninstalled: UninstalledExport.omit({ format: true, sort: true }).optional(),
  password,
})
export type TripleExport = z.output<typeof TripleExport>
export const TripleImport = z.strictObject({ checkedJobId: Id, password })

/** The same filters as the list; devices by the province they stand in, within one province by its cities, within a city by its regions. */
export const DeviceMapQuery = z.strictObject(deviceFilters).refine(statesFit, statesDoNotFit)
export const DeviceMap = z.object({
  places: z.array(
    z.object({
      /** Of the province, city or region. */
      code: AreaCode,
      devices: z.number().int(),
      online: z.number().int(),
      /** Online or not, with a fault that is open. */
      faulty: z.number().int(),
    }),
  ),
  /** Abroad by its words, the most first, at most 100. */
  abroad: z.array(
    z.object({ place: z.string(), devices: z.number().int(), online: z.number().int(), faulty: z.number().int() }),
  ),
  /** Without any place, or with one that is less exact than asked. */
  elsewhere: z.object({ devices: z.number().int(), online: z.number().int(), faulty: z.number().int() }),
})
export type DeviceMap = z.output<typeof DeviceMap>

/** What was done to the record of a device, and by whom. */
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
  { id: Id, action: filter(ChangeAction), startTime: filter(Instant), endTime: filter(Instant) },
  ['time'],
)
/** What a change may be of: fields of the record, sub-devices and app users that came or went, and whether it shall log. */
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
/** By its name, of a tag `tags.` and its key; what it held and holds in words, instants as they are, `logAsked` as on or off. */
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
  /** By field, names in place of ids; secrets never. */
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
