import { areaApi } from '@brigade/contract/system/area.endpoints.ts'
import type { Area } from '@brigade/contract/system/area.model.ts'
import { useWords } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import { treeSource, type CascadeBranch, type CascadeSource, type CascadeTree } from '../ui/field/cascade-source.ts'
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
    // The same for everyone and for good; another language asks anew.
    async (client) => treeOf(await client.fetchQuery({ ...areas, staleTime: Infinity, gcTime: Infinity })),
    (client) => {
      const all = client.getQueryData(areas.queryKey)
      return all === undefined ? undefined : treeOf(all)
    },
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
