import { departmentLevels } from './organisation.model.ts'

type DepartmentLevel = (typeof departmentLevels)[number]

/** The deepest place of a department filter, which decides, and the field it was given in. */
export function deepestDepartment(
  filters: Readonly<Partial<Record<DepartmentLevel, string | undefined>>>,
): { field: DepartmentLevel; id: string } | undefined {
  for (const field of departmentLevels.toReversed()) {
    const id = filters[field]
    if (id !== undefined) return { field, id }
  }
  return undefined
}
