import { faultCauseApi } from '@brigade/contract/fault/cause.endpoints.ts'
import { noCause } from '@brigade/contract/fault/fault-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import type { Option } from '../../ui/field/select-options.ts'

/** `offered`: those that may be chosen; `filtered`: all, and what has none. */
export function useCauses(): { offered: readonly Option[]; filtered: readonly Option[] } {
  const locale = useLocale()
  const { data = [] } = useQuery(ask(faultCauseApi.causeOptions, {}, { quiet: true }))
  const option = ({ id, name }: (typeof data)[number]): Option => ({ value: id, label: name[locale] })
  return {
    offered: data.filter(({ enabled }) => enabled).map(option),
    filtered: [...data.map(option), { value: 'none', label: noCause[locale] }],
  }
}
