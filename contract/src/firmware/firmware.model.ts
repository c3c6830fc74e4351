import { z } from 'zod'
import { asName, filter, Flag, Id, Instant, OptionalLine, OptionalName, Time } from '../field.ts'
import { searchOf } from '../paging.ts'
import { BothNames, DeviceKind } from '../product/product.model.ts'
import { pointsFit } from '../letters/points.rules.ts'
import { nameFits, nameLimit } from '../recipe/name.rules.ts'
import { firmwareFileEndings, firmwareLimits } from './limits.rules.ts'

export const hasFirmwareEnding = (name: string): boolean =>
  firmwareFileEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`))

/** Characters as a person counts them. */
export const Words = (max: number) =>
  z
    .string()
    .trim()
    .max(2 * max, 'firmware.tooLong')
    .refine((text) => pointsFit(text, max), 'firmware.tooLong')

/** 16 full-width or 48 half-width characters, in NFC. */
const fitting = z.string().refine(nameFits, 'firmware.nameTooLong').max(nameLimit, 'firmware.nameTooLong')
const normal = asName(z.string().trim()).transform((text) => text.normalize('NFC'))
export const FirmwareName = normal.pipe(fitting.min(1, 'field.required'))
export const FirmwareAlias = normal.pipe(fitting)

/** Spec 5: version format 00.00.00. */
export const VersionNumber = z.string().regex(/^\d{2}\.\d{2}\.\d{2}$/, 'firmware.versionFormat')
/** The version text that devices report: any printable text. */
export const ReportedVersion = z
  .string()
  .trim()
  .max(firmwareLimits.reportedAs)
  .regex(/^[\x20-\x7e]*$/, 'firmware.printable')

const Code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, 'firmware.code')
/** The name of the module in the device's report. `default` is the device's own firmware. */
export const ModuleName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/, 'firmware.module')
export const defaultModule = 'default'

export const firmwareTypes = ['single', 'double'] as const
export const FirmwareType = z.enum(firmwareTypes)
export type FirmwareType = z.output<typeof FirmwareType>

/** The names of the digest algorithm in a push to devices. */
export const firmwareDigests = ['SHA256', 'Md5'] as const
export const FirmwareDigest = z.enum(firmwareDigests)
export type FirmwareDigest = z.output<typeof FirmwareDigest>

const Named = z.object({ id: Id, name: z.string() })
/** Null if that account was deleted. */
export const Someone = Named.nullable()

// Models ---------------------------------------------------------------------------------------------------------------

const modelFields = {
  name: FirmwareName,
  code: Code,
  type: FirmwareType,
  /** The hardware that a device must name in its tag `hardwareModel`; empty: any. */
  hardwareModel: OptionalName(firmwareLimits.hardwareModel).default(''),
  /** The module beside `default` of a double model, such as a DTU or a Wi-Fi module. Empty for a single one. */
  module: z.union([z.literal(''), ModuleName]).default(''),
  productIds: z.array(Id).min(1, 'firmware.productNeeded').max(firmwareLimits.products),
  digest: FirmwareDigest.default('SHA256'),
  /** No target lies below it; empty: none. */
  floor: z.union([z.literal(''), ReportedVersion]).default(''),
  /** The panel asks before it downloads. */
  needConfirm: z.boolean().default(false),
  remark: Words(firmwareLimits.note).default(''),
}

type ModelFields = { type: FirmwareType; module: string; productIds: string[] }
const modelFits = ({ type, module, productIds }: ModelFields, ctx: z.core.$RefinementCtx) => {
  if (type === 'double' && (module === '' || module === defaultModule))
    ctx.addIssue({ code: 'custom', message: 'firmware.moduleNeeded', path: ['module'], input: module })
  if (type === 'single' && module !== '')
    ctx.addIssue({ code: 'custom', message: 'firmware.moduleNotWanted', path: ['module'], input: module })
  if (new Set(productIds).size !== productIds.length)
    ctx.addIssue({ code: 'custom', message: 'firmware.productTwice', path: ['productIds'], input: productIds })
}
export const FirmwareModelDraft = z.strictObject(modelFields).superRefine(modelFits)
export type FirmwareModelDraft = z.output<typeof FirmwareModelDraft>
export const FirmwareModelChange = z.strictObject({ ...modelFields, id: Id, updatedAt: Time }).superRefine(modelFits)
export type FirmwareModelChange = z.output<typeof FirmwareModelChange>

/** The modules of a model in the order in which they are upgraded: the named one first. */
export const modulesOf = ({ type, module }: { type: FirmwareType; module: string }): readonly string[] =>
  type === 'double' ? [module, defaultModule] : [defaultModule]

export const CurrentVersion = z.object({
  module: z.string(),
  /** Null: none was uploaded. */
  version: z
    .object({ id: Id, number: z.string(), reportedAs: z.string(), alias: z.string(), enabled: z.boolean() })
    .nullable(),
})

export const FirmwareModelRow = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  type: FirmwareType,
  hardwareModel: z.string(),
  module: z.string(),
  products: z.array(z.object({ id: Id, name: BothNames, kind: DeviceKind })),
  digest: FirmwareDigest,
  floor: z.string(),
  needConfirm: z.boolean(),
  remark: z.string(),
  /** The devices of its products within the caller's organisations. */
  devices: z.number().int(),
  /** One for each module, in the order of upgrading. */
  current: z.array(CurrentVersion),
  /** A version or a task belongs to it: type and hardware stay, and it cannot be deleted. */
  inUse: z.boolean(),
  creator: Someone,
  createdAt: Instant,
  updatedAt: Instant,
})
export type FirmwareModelRow = z.output<typeof FirmwareModelRow>

export const VersionShare = z.object({
  module: z.string(),
  /** The version that devices report; null for devices that reported none. */
  version: z.string().nullable(),
  /** The version of the model with this content; null if there is none. */
  known: z.object({ id: Id, number: z.string(), alias: z.string(), isCurrent: z.boolean() }).nullable(),
  devices: z.number().int(),
  online: z.number().int(),
})
export type VersionShare = z.output<typeof VersionShare>

export const FirmwareModelDetail = FirmwareModelRow.extend({ shares: z.array(VersionShare) })
export type FirmwareModelDetail = z.output<typeof FirmwareModelDetail>

export const firmwareModelSorts = ['createdAt', 'name', 'code'] as const
export const FirmwareModelSearch = searchOf(
  {
    /** Any part of name, code or hardware model. */
    keyword: filter(OptionalLine(60)),
    type: filter(FirmwareType),
    productId: filter(Id),
  },
  firmwareModelSorts,
)
export type FirmwareModelSearch = z.output<typeof FirmwareModelSearch>

// Versions -------------------------------------------------------------------------------------------------------------

export const FirmwareVersionRow = z.object({
  id: Id,
  model: z.object({ id: Id, name: z.string(), code: z.string(), type: FirmwareType }),
  module: z.string(),
  number: z.string(),
  reportedAs: z.string(),
  alias: z.string(),
  notes: z.string(),
  file: z.object({ name: z.string(), bytes: z.number().int(), md5: z.string(), sha256: z.string() }),
  enabled: z.boolean(),
  /** Null: it is the current one. */
  archivedAt: Instant.nullable(),
  archivedBy: Someone,
  /** Devices of the caller's organisations that report this version. */
  devices: z.number().int(),
  creator: Someone,
  createdAt: Instant,
  updatedAt: Instant,
})
export type FirmwareVersionRow = z.output<typeof FirmwareVersionRow>

export const firmwareVersionSorts = ['createdAt', 'number', 'archivedAt'] as const
export const FirmwareVersionSearch = searchOf(
  {
    /** Any part of number, alias or the name of the model. */
    keyword: filter(OptionalLine(60)),
    modelId: filter(Id),
    module: filter(OptionalLine(firmwareLimits.module)),
    enabled: filter(Flag),
    /** The time of the upload. */
    startTime: filter(Time),
    endTime: filter(Time),
  },
  firmwareVersionSorts,
)
export type FirmwareVersionSearch = z.output<typeof FirmwareVersionSearch>

const versionFields = {
  alias: FirmwareAlias.default(''),
  notes: Words(firmwareLimits.note).default(''),
}
export const FirmwareVersionDraft = z.strictObject({
  ...versionFields,
  modelId: Id,
  module: ModuleName.default(defaultModule),
  number: VersionNumber,
  /** Empty: the number. */
  reportedAs: ReportedVersion.default(''),
  /** The id that `file/upload` with `kind=firmware` answered. */
  fileId: z.string('firmware.fileNeeded').regex(/^[a-z0-9]{20,40}$/, 'firmware.fileNeeded'),
  /** Archives the current one of the module in the same step. */
  replace: z.boolean().default(false),
  /** The current version that the person saw: another one is not replaced. */
  replaces: Id.optional(),
})
export type FirmwareVersionDraft = z.output<typeof FirmwareVersionDraft>
export const FirmwareVersionChange = z.strictObject({
  ...versionFields,
  id: Id,
  updatedAt: Time,
  /** Fixed once a task with it was approved. */
  reportedAs: ReportedVersion.default(''),
})
export type FirmwareVersionChange = z.output<typeof FirmwareVersionChange>

const VersionTask = z.object({ id: Id, name: z.string(), status: z.string(), createdAt: Instant })
export const FirmwareVersionDetail = FirmwareVersionRow.extend({
  /** The newest, at most 50. */
  tasks: z.array(VersionTask),
  /** `reportedAs` can no longer change. */
  wasApproved: z.boolean(),
  /** Disabling it now stops these: rows that are offered or downloading, and running tasks. */
  stops: z.object({ offered: z.number().int(), downloading: z.number().int(), tasks: z.number().int() }),
})
export type FirmwareVersionDetail = z.output<typeof FirmwareVersionDetail>

/** To choose from. */
export const VersionOption = z.object({
  id: Id,
  modelId: Id,
  module: z.string(),
  number: z.string(),
  reportedAs: z.string(),
  alias: z.string(),
  isArchived: z.boolean(),
})
export const VersionOptionSearch = z.strictObject({ modelId: filter(Id), module: filter(OptionalLine(32)) })

// Figures --------------------------------------------------------------------------------------------------------------

/** `current` + `behind` + `other` + `unknown` = `all`; `other`: higher than the current version, or not comparable with it. */
export const FirmwareFigures = z.object({
  models: z.number().int(),
  devices: z.object({
    all: z.number().int(),
    current: z.number().int(),
    behind: z.number().int(),
    other: z.number().int(),
    unknown: z.number().int(),
  }),
  tasksRunning: z.number().int(),
  /** Upgrades that ended in the last 30 days; `share` is null if there were none. */
  month: z.object({ ended: z.number().int(), succeeded: z.number().int(), share: z.number().nullable() }),
  /** The settings with which devices fetch files; null for staff other than the platform's. */
  delivery: z
    .object({ host: z.string(), isEncrypted: z.boolean(), hasPort: z.boolean(), maxMb: z.number().int() })
    .nullable(),
})
export type FirmwareFigures = z.output<typeof FirmwareFigures>

export const ShareSearch = z.strictObject({ modelId: Id, module: filter(OptionalLine(firmwareLimits.module)) })
/** Devices of a model by reported version, for each module; those of a module add up to `all`. */
export const VersionShares = z.object({ all: z.number().int(), shares: z.array(VersionShare) })
