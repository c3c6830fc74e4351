import type { OrganisationOption } from '@brigade/contract/customer/organisation.model.ts'
import type { QueryClient } from '@tanstack/react-query'
import { CallError } from '../platform/call-error.ts'
import { useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import type { CascadeNode, CascadeSource } from '../ui/field/cascade/cascade-source.ts'
import type { Filter } from '../ui/search-form/filter.ts'
import { lazyCalls } from './lazy-calls.ts'
import { departmentText, optionLabel, organisationKindText } from './organisation.text.ts'

type Names = 'department1' | 'department2' | 'department3' | 'department4' | 'department5'
const names = ['department1', 'department2', 'department3', 'department4', 'department5'] as const

const nodeOf = (one: OrganisationOption): CascadeNode => ({
  value: one.id,
  label: optionLabel(one),
  hasChildren: one.hasChildren,
})

/** An organisation and those above it that the caller sees; none for one that is not there. */
export async function organisationPath(client: QueryClient, id: string): Promise<readonly OrganisationOption[]> {
  try {
    return await client.fetchQuery(ask((await lazyCalls()).organisationPath, { id }, { quiet: true }))
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return []
    throw error
  }
}

/** The tree of organisations, a level at a time: for a filter, or a form that chooses one of them. */
export function useDepartmentSource(): CascadeSource {
  const kinds = useWords(organisationKindText)
  return {
    key: ['customer', 'departments'],
    levels: names.length,
    children: async (client, above) => {
      const parentId = above.at(-1)
      const query = parentId === undefined ? {} : { parentId }
      return (await client.fetchQuery(ask((await lazyCalls()).organisations, query, { quiet: true }))).map(nodeOf)
    },
    trail: async (client, chosen) => (await organisationPath(client, chosen.at(-1) ?? '')).map(nodeOf),
    find: async (client, typed) => {
      const found = await client.fetchQuery(ask((await lazyCalls()).organisations, { keyword: typed }, { quiet: true }))
      return found.map((one) => ({ value: one.id, label: optionLabel(one), note: kinds[one.kind] }))
    },
  }
}

/** Spec 2: the department filter, up to five levels; sends department1 to department5. */
export function useDepartmentFilter(): Filter<Names> {
  const w = useWords(departmentText)
  const source = useDepartmentSource()
  return { kind: 'cascader', names, label: w.department, placeholder: w.anyDepartment, source }
}
