import { MenuSearch } from '@brigade/contract/system/menu/menu.model.ts'
import { z } from 'zod'
import { useWords } from '../../../platform/locale.ts'
import type { Filter } from '../../../ui/search-form/filter.ts'
import { menuListText, menuWords } from '../menu-screen.text.ts'

const { keyword, enabled, isOperation, isChanged } = MenuSearch.shape

/** What the screen keeps in the address. */
export const TreeSearch = z.object({ keyword, enabled, isOperation, isChanged })
export type TreeSearch = z.output<typeof TreeSearch>

export function useMenuFilters(): readonly Filter<keyof TreeSearch>[] {
  const m = useWords(menuWords)
  const w = useWords(menuListText)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'enabled',
      label: m.state,
      placeholder: w.anyState,
      options: [
        { value: 'true', label: m.enabled },
        { value: 'false', label: m.disabled },
      ],
    },
    {
      kind: 'select',
      name: 'isOperation',
      label: w.kind,
      placeholder: w.anyKind,
      options: [
        { value: 'false', label: w.screens },
        { value: 'true', label: w.buttons },
      ],
    },
    {
      kind: 'select',
      name: 'isChanged',
      label: w.difference,
      placeholder: w.anyDifference,
      options: [
        { value: 'true', label: w.changedRows },
        { value: 'false', label: w.asGiven },
      ],
    },
  ]
}
