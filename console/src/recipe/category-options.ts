import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../platform/query.ts'
import type { Option } from '../ui/field/select-options.ts'

type Search = Readonly<{ typed: string; chosen: string | null; enabled?: boolean }>

/** `isNaming`: the name of the chosen record is still loading. */
type Found = Readonly<{ options: readonly Option[]; isNaming: boolean }>

/** The first categories with the text in their name, and the chosen one: there may be more than one answer has. */
export function useCategoryOptions({ typed, chosen, enabled = true }: Search): Found {
  const { data: ofChosen, isLoading } = useQuery({
    ...ask(filingApi.selectCategory, chosen === null ? {} : { id: chosen }, { quiet: true }),
    staleTime: 60_000,
    enabled: enabled && chosen !== null,
  })
  const own = ofChosen?.find(({ id }) => id === chosen)
  // The field shows the name of the chosen option, which is not a search.
  const keyword = typed.trim() === own?.name ? '' : typed.trim()
  const { data: found = [] } = useQuery({
    ...ask(filingApi.selectCategory, keyword === '' ? {} : { keyword }, { quiet: true }),
    placeholderData: (before) => before,
    enabled,
  })
  const rows = own === undefined || found.some(({ id }) => id === own.id) ? found : [...found, own]
  return {
    options: rows.map(({ id, name }) => ({ value: id, label: name })),
    isNaming: isLoading && !found.some(({ id }) => id === chosen),
  }
}
