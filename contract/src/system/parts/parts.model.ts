import { z } from 'zod'
import { OrganisationKind } from '../../customer/organisation.model.ts'
import { Id, Instant, Line, OptionalName, Time } from '../../field.ts'

/** administration.md, Parts. Characters and entries. */
export const partLimits = { parts: 200, name: 60, number: 40, link: 500, priceNote: 40, products: 100 } as const

/** Whether a phone may open an address from the list: https, a host, no name or password in it, and nothing that hides the host. */
export function isPartLink(link: string): boolean {
  if (!/^https:\/\/[^\s\\\p{C}]+$/u.test(link) || !URL.canParse(link)) return false
  const { protocol, username, password, hostname } = new URL(link)
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.')
}

const Name = z.strictObject({ en: Line(partLimits.name), zh: Line(partLimits.name) })

/** A spare part as the app offers it. */
export const Part = z.strictObject({
  /** Never shown; the same for as long as the part is in the list. The console makes it at random. */
  id: z.string().regex(/^[a-z0-9]{4,12}$/, 'field.id'),
  /** Shown in the app. */
  enabled: z.boolean(),
  /** A picture of at most 2 MB, uploaded as `part`. */
  imageFileId: z.string().max(64).nullable(),
  name: Name,
  number: Line(partLimits.number),
  /** The models that it fits; none: all models. */
  productIds: z
    .array(Id)
    .max(partLimits.products)
    .refine((ids) => new Set(ids).size === ids.length, 'parts.sameProduct'),
  /** The page where it can be bought. */
  link: Line(partLimits.link)
    .regex(/^https:\/\//, 'parts.wrongLink')
    .refine(isPartLink, 'parts.wrongLink'),
  /** Free text about the price. */
  priceNote: OptionalName(partLimits.priceNote),
})
export type Part = z.output<typeof Part>
/** A stored part. */
const KeptPart = Part.extend({
  name: z.object({ en: z.string(), zh: z.string() }),
  number: z.string(),
  link: z.string(),
  priceNote: z.string(),
})

export const PartList = z
  .array(Part)
  .max(partLimits.parts)
  .refine((parts) => new Set(parts.map(({ id }) => id)).size === parts.length, 'parts.samePart')

/** The list that an organisation offers. */
export const PartsPurchase = z.object({
  organisationId: Id,
  /** Customers keep no list. */
  mayKeep: z.boolean(),
  /** The version of its own list; null without one. */
  updatedAt: Instant.nullable(),
  updatedBy: z.string(),
  /**
   * The organisation's own parts in order; without a list of its own, the visible parts of the nearest list above it.
   */
  parts: z.array(KeptPart),
  /**
   * The organisation above that owns the list; null for the own list, and if no organisation above has one. Its name is shown within the
   * caller's scope.
   */
  inheritedFrom: z.object({ kind: OrganisationKind, name: z.string() }).nullable(),
})
export type PartsPurchase = z.output<typeof PartsPurchase>

/** The whole list as it shall be. `updatedAt` is the version that it was made from, null for none: any other is refused (409). */
export const PartsDraft = z.strictObject({
  /** By default the caller's own organisation. */
  organisationId: Id.optional(),
  /** Null: no list is kept any more, and that of the nearest organisation above is offered. */
  parts: PartList.nullable(),
  updatedAt: Time.nullable(),
})
export type PartsDraft = z.output<typeof PartsDraft>
