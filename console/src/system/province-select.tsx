import { areaApi } from '@brigade/contract/system/area.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../platform/query.ts'
import type { Option } from '../ui/field/select-options.ts'

/** The provinces by their national codes, for a select. */
export function useProvinceOptions(): readonly Option[] {
  const { data } = useQuery({ ...ask(areaApi.areas, {}, { quiet: true }), staleTime: Infinity, gcTime: Infinity })
  return (data ?? []).map(({ code, name }) => ({ value: code, label: name }))
}
