import type { SubDeviceRow } from '@brigade/contract/device/topology/topology.model.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import type { LiveEvent } from '@brigade/contract/telemetry/live.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useCan } from '../../platform/can.ts'
import { useLive } from '../../platform/live.ts'
import { patchHeld } from '../../platform/live/patch-held.ts'

/** States of the sub-devices on screen change in place; they may be of both kinds. */
export function useSubsLive(queryKey: QueryKey, rows: readonly SubDeviceRow[] | undefined): void {
  const client = useQueryClient()
  const can = useCan()
  const onEvent = ({ devices }: LiveEvent): void => {
    const changes = new Map(devices.map((device) => [device.id, device]))
    if (rows?.some(({ id }) => changes.has(id)) !== true) return
    patchHeld<Page<SubDeviceRow>>(client, queryKey, (page) => ({
      ...page,
      list: page.list.map((row) => {
        const change = changes.get(row.id)
        if (change === undefined) return row
        const { online, onlineChangedAt, workState, faultCode, lastSeenAt } = change
        return { ...row, online, onlineChangedAt, workState, faultCode, lastSeenAt }
      }),
    }))
  }
  const again = { onReconnect: () => void client.invalidateQueries({ queryKey }) }
  const query = (kind: DeviceKind) => {
    const ids = rows?.filter((row) => row.kind === kind).map(({ id }) => id) ?? []
    return [{ ids: ids.join(',') || '0' }, ids.length > 0 && can(`${kind}:view`)] as const
  }
  const [ovens, hasOvens] = query('oven')
  const [coolers, hasCoolers] = query('cooler')
  useLive(liveCalls.oven.live, ovens, onEvent, { ...again, enabled: hasOvens })
  useLive(liveCalls.cooler.live, coolers, onEvent, { ...again, enabled: hasCoolers })
}
