import type { TableHabits } from '../../platform/habits/table-habits.ts'
import type { Column } from './column.ts'

export type TablePreferences = Pick<TableHabits, 'shown' | 'order' | 'isCompact'>

export const isShown = <R>(column: Column<R>, preferences: Pick<TablePreferences, 'shown'>): boolean =>
  column.identifies === true || (preferences.shown[column.key] ?? column.isExtra !== true)

/** All columns in the person's order; what identifies the row stays first, and what the order does not name follows as the screen has it. */
export function arranged<R>(
  columns: readonly Column<R>[],
  { order = [] }: Pick<TablePreferences, 'order'>,
): readonly Column<R>[] {
  if (order.length === 0) return columns
  const place = (column: Column<R>): number => {
    const at = order.indexOf(column.key)
    return column.identifies === true ? -1 : at === -1 ? order.length : at
  }
  return columns.toSorted((a, b) => place(a) - place(b))
}

/** The order with a column one place earlier (-1) or later (1); undefined if there is no such place. */
export function moved<R>(arrangedColumns: readonly Column<R>[], key: string, by: -1 | 1): string[] | undefined {
  const keys = arrangedColumns.filter((column) => column.identifies !== true).map((column) => column.key)
  const from = keys.indexOf(key)
  const to = from + by
  if (from === -1 || to < 0 || to >= keys.length) return undefined
  return keys.with(from, keys[to] ?? key).with(to, key)
}

/** Nothing was chosen: the columns are as their screen has them. */
export const isStandard = ({ shown, order = [] }: Pick<TablePreferences, 'shown' | 'order'>): boolean =>
  Object.keys(shown).length === 0 && order.length === 0
