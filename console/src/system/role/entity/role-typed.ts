import { kindsUnder, type OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { roleLimits, type RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { roleFormText } from '../role.text.ts'

/** The organisation that keeps a role. */
export type Keeper = { id: string; name: string; kind: OrganisationKind }

/** The values of the form's fields. */
export type TypedRole = {
  name: string
  enName: string
  description: string
  enDescription: string
  kinds: OrganisationKind[]
  requiresTwoStep: boolean
}

/** An organisation keeps roles for itself and for the kinds below it. */
export const kindsOfKeeper = (keeper: OrganisationKind): readonly OrganisationKind[] => [keeper, ...kindsUnder[keeper]]

/** A new one is for accounts of its keeper. */
export const typedRole = (row: RoleRow | null, keeper: Keeper): TypedRole => ({
  name: row?.name ?? '',
  enName: row?.enName ?? '',
  description: row?.description ?? '',
  enDescription: row?.enDescription ?? '',
  kinds: row?.kinds ?? [keeper.kind],
  requiresTwoStep: row?.requiresTwoStep ?? false,
})

/** The proposed name of a copy, cut where both together would be too long. */
const copied = (name: string, suffix: string, most: number): string =>
  `${name.slice(0, most - suffix.length - 1)} ${suffix}`

/** The names of a copy differ from those of the original in both languages, whichever is on screen. */
export function typedCopy(role: RoleRow, keeper: Keeper): TypedRole {
  const suffix = roleFormText.copyName
  const allowed = kindsOfKeeper(keeper.kind)
  const kinds = role.kinds.filter((kind) => allowed.includes(kind))
  return {
    ...typedRole(role, keeper),
    name: copied(role.name, suffix.zh, roleLimits.name),
    enName: copied(role.enName, suffix.en, roleLimits.enName),
    kinds: kinds.length === 0 ? [keeper.kind] : kinds,
  }
}
