import { z } from 'zod'
import {
  filter,
  Flag,
  Id,
  IdList,
  Instant,
  Line,
  OptionalLine,
  OptionalName,
  OptionalTimeZone,
  Time,
} from '../field.ts'
import { TableFormat } from '../job/job.model.ts'
import { searchOf } from '../paging.ts'
import { BothNames } from '../product/product.model.ts'
import { AreaCode, zoneFilters } from '../system/area.model.ts'
import { carriedFields } from './carried.model.ts'
import { zoneFault, type Zone } from './customer.rules.ts'
import { OrganisationKind, departmentFilters } from './organisation.model.ts'

const Named = z.object({ id: Id, name: z.string(), kind: OrganisationKind })

/** A customer, a distributor or an agent. Spec 3, Customer: name, principal, contact, managed device count. */
export const CustomerRow = z.object({
  id: Id,
  name: z.string(),
  /** Code of the customer in other systems; may be empty. */
  code: z.string(),
  /** The parent: the platform, a distributor or an agent. Null if the caller may not see that organisation. */
  parent: Named.nullable(),
  principal: z.string(),
  contact: z.string(),
  /** National codes; empty if none was given. */
  province: z.string(),
  city: z.string(),
  region: z.string(),
  address: z.string(),
  enabled: z.boolean(),
  /** The given reason for disabling; empty while it is enabled. */
  disabledReason: z.string(),
  /** Devices installed at it, of both kinds. */
  devices: z.number().int(),
  createdAt: Instant,
})
export type CustomerRow = z.output<typeof CustomerRow>

export const customerSorts = ['createdAt', 'name', 'devices'] as const

export const CustomerSearch = searchOf(
  {
    /** Any part of the name, the principal or the contact. */
    keyword: filter(OptionalLine(60)),
    enabled: filter(Flag),
    ...zoneFilters,
    ...departmentFilters,
    /** Time of creation. */
    startTime: filter(Time),
    endTime: filter(Time),
  },
  customerSorts,
)
export type CustomerSearch = z.output<typeof CustomerSearch>

const { pageNum: _num, pageSize: _size, ...filters } = CustomerSearch.shape
/** The filters and the order of the list, and the format; every page, or of what they find only the `ids`. */
export const CustomerExport = z.strictObject({ ...filters, ids: filter(IdList), format: TableFormat.default('xlsx') })
export type CustomerExport = z.output<typeof CustomerExport>

export const CustomerDetail = CustomerRow.extend({
  note: z.string(),
  updatedAt: Instant,
  /** The customer's own zone; empty for that of the installation. */
  timeZone: z.string(),
  /** The one that counts: its own, else that of the installation. */
  zone: z.string(),
  /** Whether it carries whatever the organisation above it carries; of customers always. */
  carriesAll: z.boolean(),
  /** The organisations above it that the caller may see, the highest first. */
  path: z.array(Named),
  /** Staff accounts of its own. */
  accounts: z.number().int(),
  /** Organisations right under it. */
  below: z.number().int(),
  /** Installed devices by kind, and how many of them are online. */
  ovens: z.number().int(),
  coolers: z.number().int(),
  online: z.number().int(),
})
export type CustomerDetail = z.output<typeof CustomerDetail>

/** Characters. Spec 9: notes up to 120. */
export const customerLimits = {
  name: 60,
  code: 30,
  reason: 120,
  principal: 30,
  contact: 40,
  address: 120,
  note: 120,
} as const

const Code = z.union([z.literal(''), AreaCode]).default('')

const customerFields = {
  name: Line(customerLimits.name),
  code: OptionalName(customerLimits.code).default(''),
  principal: OptionalName(customerLimits.principal).default(''),
  contact: OptionalName(customerLimits.contact).default(''),
  province: Code,
  city: Code,
  region: Code,
  address: OptionalName(customerLimits.address).default(''),
  note: OptionalLine(customerLimits.note).default(''),
  timeZone: OptionalTimeZone.default(''),
  ...carriedFields,
}

/** The zone is given to any depth, each level within the one above. */
function zoneFits(zone: Zone, ctx: z.core.$RefinementCtx): void {
  const fault = zoneFault(zone)
  if (fault !== undefined) ctx.addIssue({ code: 'custom', message: 'customer.wrongZone', path: [fault], input: zone })
}

/** `parentId` left out: the caller's own organisation. */
export const CustomerDraft = z.strictObject({ ...customerFields, parentId: Id.optional() }).superRefine(zoneFits)
export type CustomerDraft = z.output<typeof CustomerDraft>

/**
 * The complete customer after the change; without `parentId` it stays where it is. `updatedAt` is that of the detail
 * that the change is based on: if somebody has changed the customer since, this change is refused (409) and nothing is
 * lost.
 */
export const CustomerChange = z
  .strictObject({ ...customerFields, id: Id, parentId: Id.optional(), updatedAt: Time })
  .superRefine(zoneFits)
export type CustomerChange = z.output<typeof CustomerChange>

/** At most as many as a page has. */
export const CustomerIds = z.array(Id).min(1).max(80)

/** `reason`: why they are disabled, without which they are not; kept until they are enabled. */
export const CustomerEnabling = z
  .strictObject({
    ids: CustomerIds,
    enabled: z.boolean(),
    reason: OptionalLine(customerLimits.reason).default(''),
  })
  .superRefine(({ enabled, reason }, ctx) => {
    if (!enabled && reason === '')
      ctx.addIssue({ code: 'custom', message: 'field.required', path: ['reason'], input: reason })
  })
export type CustomerEnabling = z.output<typeof CustomerEnabling>

/** Effects of a move before it is made. */
export const MovePreview = z.object({
  /** Organisations whose staff gain, or lose, access to it; the highest first. */
  gaining: z.array(Named),
  losing: z.array(Named),
  /** Everything that moves: organisations, the moved one among them, their accounts and devices. */
  organisations: z.number().int(),
  accounts: z.number().int(),
  devices: z.number().int(),
  /** Roles kept by an organisation that is no longer above, and how many of the moving accounts have each. */
  roles: z.array(z.object({ id: Id, name: z.string(), enName: z.string(), accounts: z.number().int() })),
  /** Models that it carries now and that the new parent lacks: they are no longer sold to it, nor to anybody below it. */
  models: z.array(z.object({ id: Id, name: BothNames, devices: z.number().int() })),
})
export type MovePreview = z.output<typeof MovePreview>
