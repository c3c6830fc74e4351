import { kindsUnder, type OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { roleLimits, type RoleRow } from '@brigade/contract/system/role/role.model.ts'

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

export const nothingTyped = (keeper: Keeper): TypedRole => ({
  name: '',
  enName: '',
  description: '',
  enDescription: '',
  kinds: [keeper.kind],
  requiresTwoStep: false,
})

export const typedRole = ({
  name,
  enName,
  description,
  enDescription,
  kinds,
  requiresTwoStep,
}: RoleRow): TypedRole => ({ name, enName, description, enDescription, kinds, requiresTwoStep })

/** The proposed name of a copy, cut where both together would be too long. */
const copied = (name: string, suffix: string, most: number): string =>
  `${name.slice(0, most - suffix.length - 1)} ${suffix}`

/** `suffix`: distinguishes the copy from the original, in Chinese and in English. */
export function typedCopy(role: RoleRow, keeper: Keeper, suffix: { zh: string; en: string }): TypedRole {
  const allowed = kindsOfKeeper(keeper.kind)
  const kinds = role.kinds.filter((kind) => allowed.includes(kind))
  return {
    ...typedRole(role),
    name: copied(role.name, suffix.zh, roleLimits.name),
    enName: copied(role.enName, suffix.en, roleLimits.enName),
    kinds: kinds.length === 0 ? [keeper.kind] : kinds,
  }
}
