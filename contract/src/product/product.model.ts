import { z } from 'zod'
import { filter, Id, Instant, Line, OptionalLine, secret, Time } from '../field.ts'
import { searchOf } from '../paging.ts'

/** Ovens and coolers (refrigeration) are the two kinds of device. */
export const DeviceKind = z.enum(['oven', 'cooler'])
export type DeviceKind = z.output<typeof DeviceKind>

/** Names in both languages: the console shows the caller's. */
export const BothNames = z.object({ en: z.string(), zh: z.string() })

/** Characters. Spec 9: notes up to 120. */
export const productLimits = { name: 30, code: 16, key: 20, secret: 64, note: 120 } as const

const TypedNames = z.strictObject({ en: Line(productLimits.name), zh: Line(productLimits.name) })

// Series ---------------------------------------------------------------------------------------------------------------

export const SeriesCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,15}$/, 'product.seriesCode')

/** Spec 3, Product series: name, code, category. */
export const SeriesRow = z.object({
  id: Id,
  name: BothNames,
  code: z.string(),
  kind: DeviceKind,
  /** Models in it. */
  products: z.number().int(),
  /** Installed devices within the caller's organisations. */
  devices: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type SeriesRow = z.output<typeof SeriesRow>

export const seriesSorts = ['createdAt', 'name', 'code', 'products', 'devices'] as const
export const SeriesSearch = searchOf(
  {
    /** Any part of a name or the code. */
    keyword: filter(OptionalLine(60)),
    kind: filter(DeviceKind),
  },
  seriesSorts,
)
export type SeriesSearch = z.output<typeof SeriesSearch>

export const SeriesDraft = z.strictObject({ name: TypedNames, code: SeriesCode, kind: DeviceKind })
export type SeriesDraft = z.output<typeof SeriesDraft>
/** `updatedAt` is that of the row it was made from. The kind stays while the series has models. */
export const SeriesChange = z.strictObject({ ...SeriesDraft.shape, id: Id, updatedAt: Time })
export type SeriesChange = z.output<typeof SeriesChange>

/** At most ten series, those with most devices, for the figures above the list; none without a device. */
export const SeriesTop = z.object({
  id: Id,
  name: BothNames,
  kind: DeviceKind,
  devices: z.number().int(),
  online: z.number().int(),
})
export type SeriesTop = z.output<typeof SeriesTop>

const Counts = z.object({
  series: z.number().int(),
  products: z.number().int(),
  devices: z.number().int(),
})
export const SeriesTotals = z.object({ all: Counts, oven: Counts, cooler: Counts })
export type SeriesTotals = z.output<typeof SeriesTotals>

export const SeriesOption = z.object({
  id: Id,
  name: BothNames,
  kind: DeviceKind,
  products: z.array(z.object({ id: Id, name: BothNames })),
})
export type SeriesOption = z.output<typeof SeriesOption>

// Models ---------------------------------------------------------------------------------------------------------------

/** A gateway brings sub-devices with it; a direct device connects alone. */
export const nodeTypes = ['direct', 'gateway', 'sub-device'] as const
export const NodeType = z.enum(nodeTypes)
export type NodeType = z.output<typeof NodeType>
export const networkTypes = ['wifi', '4g', 'ethernet', 'bluetooth', 'rs485', 'other'] as const
export const NetworkType = z.enum(networkTypes)
export type NetworkType = z.output<typeof NetworkType>
/** `alink`: the device itself sends messages. The others have registers that a modem (DTU) reads. */
export const protocols = ['alink', 'modbusRtu', 'modbusTcp'] as const
export const Protocol = z.enum(protocols)
export type Protocol = z.output<typeof Protocol>

/** `draft`: no thing model published yet. `disabled`: not offered for new devices; those there go on. */
export const productStatuses = ['draft', 'published', 'disabled'] as const
export const ProductStatus = z.enum(productStatuses)
export type ProductStatus = z.output<typeof ProductStatus>

/**
 * It is fixed in the flash of its devices, so it never changes; a product that moved from Alibaba keeps the one it had.
 */
export const ProductKey = z.string().regex(/^[A-Za-z0-9]{4,20}$/, 'product.key')
export const ProductSecret = secret(z.string().regex(/^[A-Za-z0-9]{8,64}$/, 'product.secret'))

/** Spec 3, Model: image, name, unique identifier key, status, network type, protocol, device count. */
export const ProductRow = z.object({
  id: Id,
  productKey: z.string(),
  name: BothNames,
  kind: DeviceKind,
  series: z.object({ id: Id, name: BothNames }),
  imageFileId: z.string().nullable(),
  nodeType: NodeType,
  networkType: NetworkType,
  protocol: Protocol,
  status: ProductStatus,
  /** Published version of the thing model; null before the first one. */
  version: z.object({ version: z.number().int(), name: z.string() }).nullable(),
  /**
   * A draft of the thing model differs from the published version; false for a caller outside the platform, who sees no
   * drafts.
   */
  hasDraft: z.boolean(),
  /** Installed devices within the caller's organisations. */
  devices: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ProductRow = z.output<typeof ProductRow>

export const productSorts = ['createdAt', 'name', 'devices'] as const
export const ProductSearch = searchOf(
  {
    /** Any part of a name or the key. */
    keyword: filter(OptionalLine(60)),
    seriesId: filter(Id),
    kind: filter(DeviceKind),
    status: filter(ProductStatus),
    networkType: filter(NetworkType),
    protocol: filter(Protocol),
    nodeType: filter(NodeType),
  },
  productSorts,
)
export type ProductSearch = z.output<typeof ProductSearch>

export const ProductDetail = ProductRow.extend({
  note: z.string(),
  enabled: z.boolean(),
  /**
   * Functions of the newest published version, and of the draft; 0 without one, and for the draft also for a caller
   * outside the platform.
   */
  functions: z.number().int(),
  draftFunctions: z.number().int(),
  /** Number of published templates, out of five. */
  templates: z.number().int(),
  /** Languages published beside English and Chinese. */
  languages: z.number().int(),
  /** All devices of it, installed or not; 0 for a caller outside the platform, who sees only `devices`. */
  registered: z.number().int(),
})
export type ProductDetail = z.output<typeof ProductDetail>

/** Thing models to start from (contract/src/thing-model/ready-made). */
export const readyMadeKeys = ['combi-oven', 'refrigerator', 'modbus-dtu'] as const
export const ReadyMadeKey = z.enum(readyMadeKeys)
export type ReadyMadeKey = z.output<typeof ReadyMadeKey>

const identity = {
  /** If it is left out, a key is generated. */
  productKey: ProductKey.optional(),
  /** If it is left out, a secret is generated. It is entered if self-registering devices move here from elsewhere. */
  productSecret: ProductSecret.optional(),
}
const productFields = {
  name: TypedNames,
  seriesId: Id,
  nodeType: NodeType,
  networkType: NetworkType,
  protocol: Protocol,
  imageFileId: z.string().max(64).nullable(),
  note: OptionalLine(productLimits.note).default(''),
}
/** The kind is that of the series. `startFrom`: the draft of its thing model begins with a ready-made one; left out, empty. */
export const ProductDraft = z.strictObject({
  ...productFields,
  ...identity,
  imageFileId: productFields.imageFileId.default(null),
  startFrom: ReadyMadeKey.optional(),
})
export type ProductDraft = z.output<typeof ProductDraft>

/** `updatedAt` is that of the detail it was made from. Series of another kind, node type and protocol stay once it has devices. */
export const ProductChange = z.strictObject({ ...productFields, id: Id, enabled: z.boolean(), updatedAt: Time })
export type ProductChange = z.output<typeof ProductChange>

/**
 * A new product with the thing model (the draft, or else the published one), templates and languages of another, all as
 * drafts.
 */
export const ProductCopy = z.strictObject({ id: Id, name: TypedNames, ...identity })
export type ProductCopy = z.output<typeof ProductCopy>

/** One choice of an enumeration (spec 7, commons/enums). */
export const EnumOption = z.object({ value: z.string(), name: BothNames })
export type EnumOption = z.output<typeof EnumOption>

export const ProductIds = z.array(Id).min(1).max(80)
