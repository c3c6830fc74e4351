import type { Locale, Words } from '@brigade/contract/locale.ts'
import { nodeTypeWords } from '@brigade/contract/product/node-type.text.ts'
import {
  deviceKindWords,
  networkTypeWords,
  productStatusWords,
  protocolWords,
} from '@brigade/contract/product/product.text.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useNameOf } from '../platform/locale.ts'
import { ask } from '../platform/query.ts'
import type { Option } from '../ui/field/select-options.ts'

export const optionsOf = (named: Readonly<Record<string, Words>>, locale: Locale): readonly Option[] =>
  Object.entries(named).map(([value, words]) => ({ value, label: words[locale] }))
const useOptions = (named: Readonly<Record<string, Words>>): readonly Option[] => optionsOf(named, useLocale())

export const useKindOptions = () => useOptions(deviceKindWords)
export const useStatusOptions = () => useOptions(productStatusWords)
export const useNetworkTypeOptions = () => useOptions(networkTypeWords)
export const useProtocolOptions = () => useOptions(protocolWords)
export const useNodeTypeOptions = () => useOptions(nodeTypeWords)

/** Every series, or those of a kind. */
export function useSeriesOptions(kind?: DeviceKind): readonly Option[] {
  const nameOf = useNameOf()
  const { data } = useQuery(ask(productApi.selectSeries, kind === undefined ? {} : { kind }, { quiet: true }))
  return (data ?? []).map(({ id, name, code }) => ({ value: id, label: `${nameOf(name)} · ${code}` }))
}
