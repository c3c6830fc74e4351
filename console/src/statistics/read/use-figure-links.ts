import type { Counted } from '@brigade/contract/statistics/drill.rules.ts'
import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { StatisticReply } from '@brigade/contract/statistics/statistics.model.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '../../platform/can.ts'
import { ask } from '../../platform/query.ts'
import { splitOf, type Statistics } from './use-statistics.ts'
import { listLinks, type ListLink } from './figure-links.ts'

const recipePath = '/recipeManage/recipeList/RecipeDetail'

export type FigureLinks = Readonly<{
  /** Links of the whole figure: one list, or one for each kind of device. */
  ofFigure: (key: FigureKey, value: number | null, isLive: boolean) => readonly ListLink[]
  /** Links of a part of it: one list, or one for each kind of device that is in it. */
  ofPart: (key: FigureKey, part: NonNullable<Counted['part']>, value: number) => readonly ListLink[]
  /** Links of the devices of one organisation and those below it. */
  ofCustomer: (key: FigureKey, organisation: string, value: number) => readonly ListLink[]
  /** One recipe: no list shows how often it was cooked, its page does. */
  ofRecipe: (id: string) => readonly ListLink[]
}>

/** Makes the links of figures and bars, with the filters of the screen. */
export function useFigureLinks({ query, reply }: Pick<Statistics, 'query' | 'reply'>): FigureLinks {
  const can = useCan()
  const ovenModels = useOvenModels()
  return useMemo(() => {
    const countedOf = (asOf: string | null): Counted | undefined => {
      const span = reply?.span
      if (span === undefined) return undefined
      const { organisation, seriesId, productId, kind, province } = query
      return { organisation, seriesId, productId, kind, province, span, asOf }
    }
    /** Two lists show one kind each; the division by kind has the number of each. */
    const kindCount = (key: FigureKey, kind: ListLink['kind']): number | null => {
      const parts = splitOf(reply, key, 'kind')?.parts
      return parts === undefined ? null : (parts.find((part) => part.key === kind)?.value ?? 0)
    }
    const linksOf = (key: FigureKey, what: Partial<Counted>, value: number): readonly ListLink[] => {
      const counted = countedOf(asOfOf(reply, key))
      if (counted === undefined || value === 0) return []
      const { part } = what
      // A model is of one kind: the list of the other has nothing of it.
      const kind = part?.by === 'product' && ovenModels !== undefined ? kindOfModel(part.key, ovenModels) : counted.kind
      const links = listLinks(key, { ...counted, kind, ...what }, can)
      return links.length === 1 ? listLinks(key, { ...counted, kind, ...what }, can, () => value) : links
    }
    return {
      ofFigure: (key, value, isLive) => {
        const counted = countedOf(isLive ? null : asOfOf(reply, key))
        if (counted === undefined) return []
        const days = reply?.series.find((one) => one.key === key)?.days
        const whole = days === undefined ? counted : { ...counted, days }
        const isOne = listLinks(key, whole, can).length === 1
        return listLinks(key, whole, can, (kind) => (isOne ? value : kindCount(key, kind)))
      },
      ofPart: (key, part, value) => linksOf(key, { part }, value),
      ofCustomer: (key, organisation, value) => linksOf(key, { organisation }, value),
      ofRecipe: (id) => (can('recipe:view') ? [{ list: 'recipes', kind: null, href: `${recipePath}?id=${id}` }] : []),
    }
  }, [can, query, reply, ovenModels])
}

const asOfOf = (reply: StatisticReply | undefined, key: FigureKey): string | null =>
  reply?.figures.find((one) => one.key === key)?.asOf ?? reply?.asOf ?? null

const kindOfModel = (id: string, ovenModels: ReadonlySet<string>): DeviceKind =>
  ovenModels.has(id) ? 'oven' : 'cooler'

function useOvenModels(): ReadonlySet<string> | undefined {
  const { data } = useQuery({ ...ask(productApi.select, { kind: 'oven' }, { quiet: true }), staleTime: 60_000 })
  return useMemo(
    () => (data === undefined ? undefined : new Set(data.flatMap(({ products }) => products.map(({ id }) => id)))),
    [data],
  )
}
