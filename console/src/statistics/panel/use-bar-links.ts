import { useCallback } from 'react'
import { useWords } from '../../platform/locale.ts'
import type { BarLink } from '../../ui/chart/bar-list.tsx'
import type { ListLink } from '../read/figure-links.ts'
import { statisticsText } from '../statistics.text.ts'

/** Links of a bar: if there is one for each kind of device, each names its kind. */
export function useBarLinks(): (name: string, links: readonly ListLink[]) => readonly BarLink[] {
  const w = useWords(statisticsText)
  return useCallback(
    (name, links) =>
      links.map(({ kind, href }) => ({
        href,
        label: links.length === 1 ? name : `${name}: ${kind === 'cooler' ? w.coolers : w.ovens}`,
        icon: kind === 'cooler' ? 'fridge' : 'oven',
      })),
    [w],
  )
}
