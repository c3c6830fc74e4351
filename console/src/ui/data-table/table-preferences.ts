import { changeTableHabits, useTableHabits } from '../../platform/habits/table-habits.ts'
import type { TablePreferences } from './arrange-columns.ts'

/** Columns, their order and the height of rows, as the person likes them for this list. */
export function useTablePreferences(name: string): [TablePreferences, (patch: Partial<TablePreferences>) => void] {
  return [useTableHabits(name), (patch) => changeTableHabits(name, patch)]
}
