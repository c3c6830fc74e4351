import { isRestKey, partName } from '@brigade/contract/statistics/part-words.ts'
import type { Part, SplitBy, TopOf } from '@brigade/contract/statistics/statistics.model.ts'
import { useCallback } from 'react'
import { useLocale } from '../../platform/locale.ts'

export function usePartName(): (part: Pick<Part, 'key' | 'name'>, by: SplitBy | TopOf) => string {
  const locale = useLocale()
  return useCallback((part, by) => partName(part, by, locale), [locale])
}

/** Sorts by size, with the remainder last. */
export function inOrder(parts: readonly Part[]): readonly Part[] {
  const isRest = ({ key }: Part): number => (isRestKey(key) ? 1 : 0)
  return parts.toSorted((a, b) => isRest(a) - isRest(b) || b.value - a.value || a.key.localeCompare(b.key))
}
