import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useCan } from '../../platform/can.ts'
import { ask } from '../../platform/query.ts'

const pageSize = 25

/** Devices of the node type sub-device that the caller sees, installed or not, of either kind. */
export function useCandidates(typed: string, isOpen: boolean): { found: readonly DeviceRow[]; isLoading: boolean } {
  const can = useCan()
  const search = { nodeType: 'sub-device', keyword: typed.trim(), pageSize } as const
  const kinds = DeviceKind.options.filter((kind) => can(`${kind}:view`))
  const found = useQueries({
    queries: kinds.flatMap((kind) => [
      {
        ...ask(deviceCalls[kind].list, search, { quiet: true }),
        enabled: isOpen,
        placeholderData: keepPreviousData,
      },
      {
        ...ask(deviceCalls[kind].uninstalled, search, { quiet: true }),
        enabled: isOpen,
        placeholderData: keepPreviousData,
      },
    ]),
  })
  const rows = found.flatMap(({ data }) => data?.list ?? [])
  return { found: rows.slice(0, pageSize), isLoading: found.some(({ isPending, isEnabled }) => isEnabled && isPending) }
}
