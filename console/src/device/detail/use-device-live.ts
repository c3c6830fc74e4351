import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import type { DeviceDetail } from '@brigade/contract/device/device.model.ts'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { LiveEvent } from '@brigade/contract/telemetry/live.model.ts'
import type { ShadowPage } from '@brigade/contract/telemetry/shadow.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { useLive } from '../../platform/live.ts'
import { patchHeld } from '../../platform/live/patch-held.ts'
import { ask, makeStale } from '../../platform/query.ts'
import { patched } from '../view/list-changes.ts'
import { useFresh } from '../../platform/live/use-fresh.ts'
import { changedEntries, mergedShadow } from '../view/device-view.ts'

/**
 * Follows one device: changes of its state, shadow and commands are merged into the screen's data. Returns the
 * properties that have just changed.
 */
export function useDeviceLive(kind: DeviceKind, id: string): ReadonlySet<string> {
  const client = useQueryClient()
  const { commands } = commandCalls[kind]
  const [fresh, mark] = useFresh()
  const detailKey = ask(deviceCalls[kind].detail, { id }).queryKey
  const shadowKey = ask(telemetryCalls[kind].shadow, { id }).queryKey
  const stale = (call: { domain: string; name: string }): void =>
    void client.invalidateQueries({ queryKey: [call.domain, call.name] })

  useLive(
    liveCalls[kind].live,
    { id },
    (event: LiveEvent) => {
      const change = event.devices.find((device) => device.id === id)
      if (change === undefined) return
      const before = client.getQueryData<z.output<typeof DeviceDetail>>(detailKey)
      patchHeld<z.output<typeof DeviceDetail>>(client, detailKey, (held) => patched(held, change))
      if (before !== undefined) {
        if (before.online !== change.online) {
          stale(telemetryCalls[kind].onlineLog)
          stale(telemetryCalls[kind].whyOffline)
        }
        if (before.faultCode !== change.faultCode || (before.workState === 'error') !== (change.workState === 'error'))
          stale(telemetryCalls[kind].events)
      }
      const { shadow } = change
      if (shadow !== undefined) {
        mark(changedEntries(client.getQueryData<ShadowPage>(shadowKey), shadow))
        patchHeld<ShadowPage>(client, shadowKey, (held) => mergedShadow(held, shadow))
      }
      if (change.commands !== undefined && change.commands.length > 0) {
        const moved = new Map(change.commands.map((command) => [command.id, command]))
        client.setQueriesData<Page<CommandRow>>({ queryKey: [commands.domain, commands.name] }, (page) =>
          page === undefined ? undefined : { ...page, list: page.list.map((row) => moved.get(row.id) ?? row) },
        )
        stale(commands)
      }
    },
    { onReconnect: () => void makeStale(client, deviceCalls[kind].detail) },
  )
  return fresh
}
