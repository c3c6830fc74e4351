import { undescribedName } from '@brigade/contract/statistics/code-key.rules.ts'
import type { Part, SplitBy, TopOf } from '@brigade/contract/statistics/statistics.model.ts'
import { useCallback } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useAreaName } from '../../system/area-select.tsx'
import { statisticsText } from '../statistics.text.ts'
import { partWords, restKeys } from './part-words.ts'

/** Names a part by its own name, by the word for its key, or as the province with its code. */
export function usePartName(): (part: Pick<Part, 'key' | 'name'>, by: SplitBy | TopOf) => string {
  const w = useWords(statisticsText)
  const locale = useLocale()
  const areaName = useAreaName()
  return useCallback(
    ({ key, name }, by) => {
      if (key === 'elsewhere') return w.elsewhere
      if (key === 'unknown') return w.unknown
      if (key === 'others') return w.others
      const own = name[locale] || name.en || name.zh
      if (own !== '') return own
      if (by === 'province' || by === 'provinces') return areaName(key)
      if (by === 'code' || by === 'codes') return undescribedName(key)
      const known = Object.entries(partWords).find(([one]) => one === by)?.[1]
      return known?.[key]?.[locale] ?? key
    },
    [w, locale, areaName],
  )
}

/** The largest first; what is left over last. */
export function inOrder(parts: readonly Part[]): readonly Part[] {
  const isRest = ({ key }: Part): number => (restKeys.has(key) ? 1 : 0)
  return parts.toSorted((a, b) => isRest(a) - isRest(b) || b.value - a.value || a.key.localeCompare(b.key))
}
