import type { Counted } from '@brigade/contract/statistics/drill.rules.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { StatisticReply } from '@brigade/contract/statistics/statistics.model.ts'
import { useMemo } from 'react'
import { useCan } from '../../platform/can.ts'
import { splitOf, type Statistics } from '../screen/use-statistics.ts'
import { listLinks, type ListLink } from './figure-links.ts'

export type FigureLinks = Readonly<{
  /** Of the whole figure: one list, or one for each kind of device. */
  ofFigure: (key: FigureKey, value: number | null, isLive: boolean) => readonly ListLink[]
  /** Of a part of it, where one list shows exactly that. */
  ofPart: (key: FigureKey, part: NonNullable<Counted['part']>, value: number) => string | undefined
}>

/** Where figures and bars lead, with the filters of the screen. */
export function useFigureLinks({ query, reply }: Pick<Statistics, 'query' | 'reply'>): FigureLinks {
  const can = useCan()
  return useMemo(() => {
    const countedOf = (asOf: string | null): Counted | undefined => {
      const span = reply?.span
      if (span === undefined) return undefined
      const { organisation, seriesId, productId, kind, province } = query
      return { organisation, seriesId, productId, kind, province, span, asOf }
    }
    const kindCount = (key: FigureKey, kind: ListLink['kind'], all: number | null): number | null => {
      const parts = kind === null ? undefined : splitOf(reply, key, 'kind')?.parts
      return parts === undefined ? all : (parts.find((part) => part.key === kind)?.value ?? 0)
    }
    return {
      ofFigure: (key, value, isLive) => {
        const counted = countedOf(isLive ? null : asOfOf(reply, key))
        if (counted === undefined) return []
        const days = reply?.series.find((one) => one.key === key)?.days
        return listLinks(key, days === undefined ? counted : { ...counted, days }, can, (kind) =>
          kindCount(key, kind, value),
        )
      },
      ofPart: (key, part, value) => {
        const counted = countedOf(asOfOf(reply, key))
        if (counted === undefined) return undefined
        const links = listLinks(key, { ...counted, part }, can, () => value)
        return links.length === 1 ? links[0]?.href : undefined
      },
    }
  }, [can, query, reply])
}

const asOfOf = (reply: StatisticReply | undefined, key: FigureKey): string | null =>
  reply?.figures.find((one) => one.key === key)?.asOf ?? reply?.asOf ?? null
