import { MenuSearch } from '@brigade/contract/system/menu/menu.model.ts'
import { z } from 'zod'
import { useWords } from '../../../platform/locale.ts'
import { yesNo } from '../../../ui/search-form/filter.ts'
import type { Filter } from '../../../ui/search-form/filter.ts'
import { menuListText, menuWords } from '../menu-screen.text.ts'

const { keyword, enabled, isOperation, isChanged } = MenuSearch.shape

/** The address holds these parameters of the screen. */
export const TreeSearch = z.object({ keyword, enabled, isOperation, isChanged })
export type TreeSearch = z.output<typeof TreeSearch>

export function useMenuFilters(): readonly Filter<keyof TreeSearch>[] {
  const m = useWords(menuWords)
  const w = useWords(menuListText)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    yesNo('enabled', { label: m.state, any: w.anyState, yes: m.enabled, no: m.disabled }),
    yesNo('isOperation', { label: w.kind, any: w.anyKind, yes: w.buttons, no: w.screens }),
    yesNo('isChanged', { label: w.difference, any: w.anyDifference, yes: w.changedRows, no: w.asGiven }),
  ]
}
