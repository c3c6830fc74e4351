import { useState } from 'react'
import { remember, remembered } from '../../platform/remember.ts'
import { useSession } from '../../platform/session.ts'
import type { Column } from './column.ts'

/** Column choice and density, remembered per person and list. */
export type TablePreferences = { shown: Readonly<Record<string, boolean>>; isCompact: boolean }
const unset: TablePreferences = { shown: {}, isCompact: false }

function read(value: unknown): TablePreferences | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const shown: Record<string, boolean> = {}
  if ('shown' in value && typeof value.shown === 'object' && value.shown !== null) {
    for (const [key, isShown] of Object.entries(value.shown)) if (typeof isShown === 'boolean') shown[key] = isShown
  }
  return { shown, isCompact: 'isCompact' in value && value.isCompact === true }
}

export function useTablePreferences(name: string): [TablePreferences, (next: TablePreferences) => void] {
  const account = useSession((session) => session.user?.account ?? '')
  const key = `table.${account}.${name}`
  const [state, setState] = useState({ key, value: remembered(key, read, unset) })
  // The account is known a moment after the page: then its own choice is read.
  const value = state.key === key ? state.value : remembered(key, read, unset)
  return [
    value,
    (next) => {
      remember(key, next)
      setState({ key, value: next })
    },
  ]
}

export const isShown = <R>(column: Column<R>, preferences: TablePreferences): boolean =>
  column.identifies === true || (preferences.shown[column.key] ?? column.isExtra !== true)
