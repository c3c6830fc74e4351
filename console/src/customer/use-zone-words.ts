import type { Zone } from '@brigade/contract/customer/customer.rules.ts'
import { areaApi } from '@brigade/contract/system/area.endpoints.ts'
import type { Area } from '@brigade/contract/system/area.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocale } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'

/** Counties that stand right under their province have a city in name only: 429000. */
const isNoCity = (code: string): boolean => code.slice(2, 4) === '90'

/**
 * A zone, and an address within it, as one line in the order of the language: 浙江省杭州市西湖区文三路 477 号, or 477 Wensan Road, Xihu District,
 * Hangzhou, Zhejiang. Until the names are loaded only the address is shown.
 */
export function useZoneWords(): (zone: Zone, address?: string) => string {
  const locale = useLocale()
  // The names are the same for everyone and never change; another language loads them again.
  const { data: areas } = useQuery({
    ...ask(areaApi.areas, {}, { quiet: true }),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return useMemo(() => {
    const nameOf = new Map(allOf(areas ?? []).map(({ code, name }) => [code, name]))
    return ({ province, city, region }, address = '') => {
      const codes = [province, isNoCity(city) && region !== '' ? '' : city, region]
      const names = codes.map((code) => nameOf.get(code) ?? '')
      // A municipality is a province and its own city: 北京市.
      const parts = [...names.filter((name, level) => name !== '' && name !== names[level - 1]), address].filter(
        Boolean,
      )
      return locale === 'zh' ? parts.join('') : parts.toReversed().join(', ')
    }
  }, [areas, locale])
}

const allOf = (areas: readonly Area[]): readonly Area[] =>
  areas.flatMap((area) => [area, ...allOf(area.children ?? [])])
