import type { Zone } from '@brigade/contract/customer/customer.rules.ts'
import { addressLine, codesShown } from '@brigade/contract/system/area.rules.ts'
import { areaApi } from '@brigade/contract/system/area.endpoints.ts'
import type { Area } from '@brigade/contract/system/area.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocale, useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import {
  treeSource,
  type CascadeBranch,
  type CascadeSource,
  type CascadeTree,
} from '../ui/field/cascade/cascade-source.ts'
import type { Chip } from '../ui/search-form/chip.ts'
import type { Filter } from '../ui/search-form/filter.ts'
import { areaText } from './system.text.ts'

const areas = ask(areaApi.areas, {}, { quiet: true })

const trees = new WeakMap<readonly Area[], CascadeTree>()
function treeOf(all: readonly Area[]): CascadeTree {
  const tree = trees.get(all) ?? all.map(branchOf)
  trees.set(all, tree)
  return tree
}
const branchOf = ({ code, name, children }: Area): CascadeBranch => ({
  value: code,
  label: name,
  children: children?.map(branchOf),
})

/** All areas of China by their national codes: three levels, for a filter or a form (CascadeField). */
export function useAreaSource(): CascadeSource {
  const w = useWords(areaText)
  return treeSource(
    ['system', 'areas'],
    [w.province, w.city, w.region],
    // The names are the same for everyone and never change; another language loads them again.
    async (client) => treeOf(await client.fetchQuery({ ...areas, staleTime: Infinity, gcTime: Infinity })),
    (client) => {
      const all = client.getQueryData(areas.queryKey)
      return all === undefined ? undefined : treeOf(all)
    },
  )
}

const namesByCode = new WeakMap<readonly Area[], ReadonlyMap<string, string>>()
function namesOf(all: readonly Area[]): ReadonlyMap<string, string> {
  const known = namesByCode.get(all)
  if (known !== undefined) return known
  const listed = (area: Area): [string, string][] => [[area.code, area.name], ...(area.children ?? []).flatMap(listed)]
  const names = new Map(all.flatMap(listed))
  namesByCode.set(all, names)
  return names
}

/** The name of an area in the language on screen; its code until the names are there. */
export function useAreaName(): (code: string) => string {
  const { data } = useQuery({ ...areas, staleTime: Infinity, gcTime: Infinity })
  return useCallback((code) => (data === undefined ? undefined : namesOf(data).get(code)) ?? code, [data])
}

/** A zone, and an address within it, as one line in the order of the language. Until the names are loaded only the address is shown. */
export function useZoneWords(): (zone: Zone, address?: string) => string {
  const locale = useLocale()
  const { data } = useQuery({ ...areas, staleTime: Infinity, gcTime: Infinity })
  return useCallback(
    (zone, address) => {
      const names = data === undefined ? undefined : namesOf(data)
      return addressLine(
        locale,
        codesShown(zone).map((code) => names?.get(code) ?? ''),
        address,
      )
    },
    [data, locale],
  )
}

/** Spec 2: the address filter in three levels; sends province, city and region. */
export function useAreaFilter(label?: string): Filter<'province' | 'city' | 'region'> {
  const w = useWords(areaText)
  const source = useAreaSource()
  return {
    kind: 'cascader',
    names: ['province', 'city', 'region'],
    label: label ?? w.area,
    placeholder: w.anywhere,
    source,
  }
}

/** The chip for devices without a province, which are abroad or have no place. */
export function useLocatedChip(label: string): Chip<'located'> {
  const w = useWords(areaText)
  return {
    label,
    names: ['located'],
    text: ({ located }) => (located === 'elsewhere' ? w.elsewhere : w.notGiven),
  }
}
