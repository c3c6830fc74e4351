import { z } from 'zod'
import { useListSearch } from '../../shell/use-list-search.ts'

const View = z.object({ view: z.enum(['list', 'map']).default('list') })
export type ListView = z.output<typeof View>['view']

/** Whether the devices that the filters find are listed or drawn on a map, as it stands in the address beside the filters. */
export function useListView(): [ListView, (view: ListView) => void] {
  const [{ view }, change] = useListSearch(View)
  return [view, (next) => change({ view: next === 'list' ? undefined : next })]
}
