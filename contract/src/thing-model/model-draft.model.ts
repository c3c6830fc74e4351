import { z } from 'zod'
import { Flag, Id, Instant, Line, Time } from '../field.ts'
import {
  EventFunction,
  FunctionName,
  Identifier,
  Property,
  ServiceFunction,
  ThingModel,
  breakingReasons,
  callTypes,
} from './thing-model.model.ts'

/** The draft of a product's thing model beside its published versions (product.md, Thing models; spec 4). */

/** alink.md 1.8; product.md: ten versions are kept. */
export const versionLimits = { name: 16, note: 120, kept: 10 } as const
/**
 * Limits in bytes. alink.md 1.8, but as many files as a model may have modules, so that our own exports can be
 * imported.
 */
export const modelFileLimits = { jsonBytes: 512 * 1024, zipBytes: 2_621_440, zipFiles: 202 } as const

export const FunctionKind = z.enum(['property', 'event', 'service'])
export type FunctionKind = z.output<typeof FunctionKind>

export const VersionRow = z.object({
  version: z.number().int(),
  /** The name that the publisher gave it: `2.4.0`. */
  name: z.string(),
  note: z.string(),
  functions: z.number().int(),
  publishedAt: Instant,
  /** The name of the account; empty if the product brought the version, or if the caller may not see the account. */
  publishedBy: z.string(),
})
export type VersionRow = z.output<typeof VersionRow>

/** Everything that a breaking change breaks: uses in the last 30 days, and current settings. */
export const ChangeUse = z.object({
  /** Affected devices, which reported a value that no longer fits, or whose function was set or called. */
  devices: z.number().int(),
  commands: z.number().int(),
  /** Templates of the product, draft or published, that refer to the function. */
  templates: z.number().int(),
})
export type ChangeUse = z.output<typeof ChangeUse>

export const FunctionChange = z.object({
  change: z.enum(['added', 'changed', 'removed']),
  kind: FunctionKind,
  identifier: z.string(),
  name: FunctionName,
  breaking: z.array(z.object({ reason: z.enum(breakingReasons), path: z.string() })),
})
export type FunctionChange = z.output<typeof FunctionChange>

/** Reasons that prevent publishing. `path` is the place in the model (`properties.3.modbus`), empty for the model as a whole. */
export const missingReasons = [
  'empty',
  'register',
  'registerOverlap',
  'registerWritable',
  'registerType',
  'registerUnused',
] as const
export const Missing = z.object({
  reason: z.enum(missingReasons),
  path: z.string(),
  identifier: z.string(),
})
export type Missing = z.output<typeof Missing>

/** `updatedAt` null: there is no draft, and `model` is the published one, or empty. */
export const ModelDraft = z.object({
  productId: Id,
  updatedAt: Instant.nullable(),
  updatedBy: z.string(),
  published: VersionRow.nullable(),
  model: ThingModel,
  changes: z.array(FunctionChange),
  missing: z.array(Missing),
})
export type ModelDraft = z.output<typeof ModelDraft>

export const Difference = z.object({
  productId: Id,
  before: z.object({ version: VersionRow.nullable(), model: ThingModel }),
  after: z.object({ version: VersionRow.nullable(), model: ThingModel }),
  /** `use` of a breaking change; null for any other. */
  changes: z.array(FunctionChange.extend({ use: ChangeUse.nullable() })),
  missing: z.array(Missing),
  /** Installed devices of the product, and how many of them are online. */
  devices: z.object({ all: z.number().int(), online: z.number().int() }),
  /** Last change of the draft; null when two versions are compared. */
  draft: z.object({ updatedAt: Instant, updatedBy: z.string() }).nullable(),
})
export type Difference = z.output<typeof Difference>

/** `draftUpdatedAt` is that of the difference that the person saw; if the draft changed since, it is refused (409). */
export const Publish = z.strictObject({
  productId: Id,
  name: Line(versionLimits.name).regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'thingModel.versionName'),
  note: z.string().trim().max(versionLimits.note).default(''),
  draftUpdatedAt: Time,
  /** Required if a change breaks something. */
  acceptBreaking: z.boolean().default(false),
})
export type Publish = z.output<typeof Publish>

/**
 * `was`: the former definition of a function that is restored; names that it had then need not follow the rules for
 * typed names.
 */
const pushed = <T extends z.ZodType>(definition: T) =>
  z.strictObject({ productId: Id, definition, was: definition.optional() })
/**
 * `was` is the definition that the edit is based on; if the draft has another one by now, it is refused (409) and
 * nothing is lost.
 */
const changed = <T extends z.ZodType>(definition: T) => z.strictObject({ productId: Id, was: definition, definition })

/** A module holds 300 functions, a model may have several modules. */
const maxNamed = 2000

export const PropertyPush = pushed(Property)
export const PropertyUpdate = changed(Property)
export const EventPush = pushed(EventFunction)
export const EventUpdate = changed(EventFunction)
export const ServicePush = pushed(ServiceFunction)
export const ServiceUpdate = changed(ServiceFunction)
export const FunctionsRemove = z.strictObject({
  productId: Id,
  identifiers: z.array(Identifier).min(1).max(maxNamed),
})
/** Every identifier of the kind, in the order wanted. */
export const FunctionOrder = z.strictObject({
  productId: Id,
  kind: FunctionKind,
  identifiers: z.array(Identifier).min(1).max(maxNamed),
})

/** Selects the version that a read returns: the newest published one by default. */
export const ModelSource = z.strictObject({
  productId: Id,
  source: z.enum(['published', 'draft']).default('published'),
})

export const ServiceBrief = z.object({
  identifier: z.string(),
  name: FunctionName,
  callType: z.enum(callTypes),
  inputs: z.number().int(),
  outputs: z.number().int(),
})

/**
 * File formats of a model. `alink`: one Alink document. `api`: the dialect of Alibaba's API. `zip`: a file for each
 * module. `modbus`: the registers of properties. `bundle`: the document and the registers in one ZIP.
 */
export const modelFormats = ['alink', 'api', 'zip', 'modbus', 'bundle'] as const
export const ModelFormat = z.enum(modelFormats)
export type ModelFormat = z.output<typeof ModelFormat>
export const modelMediaTypes = ['application/json', 'application/zip'] as const

export const ModelImport = z.strictObject({
  productId: Id,
  /** True: nothing is changed, and the answer shows the effect. */
  dryRun: Flag,
})

/** A problem in a file. `file` is the name within a ZIP, otherwise empty. `path` is the place: `properties.3.dataType.specs.min`. */
export const FileProblem = z.object({ file: z.string(), path: z.string(), message: z.string() })
export type FileProblem = z.output<typeof FileProblem>

export const ModelImported = z.object({
  /** Contents of the file. A register document keeps the functions and replaces their registers. */
  found: z.object({
    properties: z.number().int(),
    events: z.number().int(),
    services: z.number().int(),
    registers: z.number().int(),
    modules: z.number().int(),
  }),
  /** Changes compared with the current draft. */
  changes: z.array(FunctionChange),
  /** None when it was applied: a file with problems is refused (422) unless `dryRun`. */
  problems: z.array(FileProblem),
})
export type ModelImported = z.output<typeof ModelImported>

/** Products with a newly published thing model. */
export const ModelEvent = z.object({ products: z.array(Id) })
export type ModelEvent = z.output<typeof ModelEvent>
