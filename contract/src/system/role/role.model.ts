import { z } from 'zod'
import { filter, Flag, Id, Instant, Line, OptionalLine, Time } from '../../field.ts'
import { searchOf } from '../../paging.ts'
import { OrganisationKind } from '../../customer/organisation.model.ts'

/** Limits in characters, and the number of roles in one call. */
export const roleLimits = { name: 16, enName: 40, description: 120, ids: 80, rows: 2000 } as const

const Keeper = z.object({ id: Id, name: z.string(), kind: OrganisationKind })

export const RoleRow = z.object({
  id: Id,
  /** Chinese. */
  name: z.string(),
  enName: z.string(),
  description: z.string(),
  enDescription: z.string(),
  /** Kinds of organisation with accounts that may have it. */
  kinds: z.array(OrganisationKind),
  /** The organisation that keeps it, for itself and all below; null for a role that comes with the product, or is kept above the caller. */
  organisation: Keeper.nullable(),
  isBuiltIn: z.boolean(),
  /** The caller may change it: it belongs to an organisation within their scope, or they are the platform's staff and it comes with the product. */
  isOwn: z.boolean(),
  /** The role of the caller: they cannot disable or delete it, or take anything from it. */
  isMine: z.boolean(),
  /** The administrator's role: nothing can be granted to it or revoked from it. */
  holdsAll: z.boolean(),
  enabled: z.boolean(),
  requiresTwoStep: z.boolean(),
  /** Accounts within the caller's scope that have it. */
  accounts: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type RoleRow = z.output<typeof RoleRow>

export const roleSorts = ['createdAt', 'name', 'enName', 'accounts'] as const

export const RoleSearch = searchOf(
  {
    /** Any part of a name or a description. */
    keyword: filter(OptionalLine(60)),
    enabled: filter(Flag),
    isBuiltIn: filter(Flag),
    kind: filter(OrganisationKind),
    requiresTwoStep: filter(Flag),
  },
  roleSorts,
)
export type RoleSearch = z.output<typeof RoleSearch>

const roleFields = {
  name: Line(roleLimits.name),
  enName: Line(roleLimits.enName),
  description: OptionalLine(roleLimits.description).default(''),
  enDescription: OptionalLine(roleLimits.description).default(''),
  kinds: z.array(OrganisationKind).min(1, 'field.required').max(4),
  requiresTwoStep: z.boolean().default(false),
}

/**
 * `organisationId` is by default the caller's own. `copyOf`: copies what that role holds, as far as the caller holds it
 * too.
 */
export const RoleDraft = z.strictObject({ ...roleFields, organisationId: Id.optional(), copyOf: Id.optional() })
export type RoleDraft = z.output<typeof RoleDraft>

/** `password`: the caller's own, where the administrators' role is not to require two-step sign-in any more. */
export const RoleChange = z.strictObject({
  ...roleFields,
  id: Id,
  updatedAt: Time,
  password: z.string().max(128).optional(),
})
export type RoleChange = z.output<typeof RoleChange>

/** A row of the menu as the editor of a role shows it. */
export const RoleMenuRow = z.object({
  id: Id,
  parentId: Id.nullable(),
  name: z.string(),
  enName: z.string(),
  level: z.number().int(),
  /** Empty for a group. Groups are never granted themselves: they are shown if something in them is. */
  operationCode: z.string(),
  isOperation: z.boolean(),
  isMainMenu: z.boolean(),
  /** The row and everything above it is enabled. */
  isOpen: z.boolean(),
  isHeld: z.boolean(),
  /** The caller lacks the code: they may neither grant it nor take it away. */
  isLocked: z.boolean(),
  /** Kinds of the role that the code counts for. Empty: it counts for none of them. */
  kinds: z.array(OrganisationKind),
})
export type RoleMenuRow = z.output<typeof RoleMenuRow>

export const RoleMenus = z.object({ updatedAt: Instant, rows: z.array(RoleMenuRow) })
export type RoleMenus = z.output<typeof RoleMenus>

/** Granted and revoked rows, based on the version of the role that the caller saw. */
export const RoleMenuChange = z.strictObject({
  id: Id,
  updatedAt: Time,
  added: z.array(Id).max(roleLimits.rows),
  removed: z.array(Id).max(roleLimits.rows),
})
export type RoleMenuChange = z.output<typeof RoleMenuChange>

export const RoleOption = z.object({
  id: Id,
  name: z.string(),
  enName: z.string(),
  kinds: z.array(OrganisationKind),
  requiresTwoStep: z.boolean(),
  /** The caller holds all that it gives, so that they may give it to somebody. */
  isGrantable: z.boolean(),
})
export type RoleOption = z.output<typeof RoleOption>

/** Why an account can or cannot use a row: the first of these that applies. */
export const missingReasons = [
  'held',
  'roleDisabled',
  'notGranted',
  'rowDisabled',
  'aboveDisabled',
  'otherKind',
] as const
export const RowReason = z.object({
  menuId: Id,
  name: z.string(),
  enName: z.string(),
  /** The rows above it, the outermost first. */
  above: z.array(z.object({ name: z.string(), enName: z.string() })),
  operationCode: z.string(),
  reason: z.enum(missingReasons),
})
export type RowReason = z.output<typeof RowReason>
