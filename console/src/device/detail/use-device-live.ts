import { deviceCalls } from '@brigade/contract/device/device.endpoints.ts'
import type { CommandRow, DeviceDetail, LiveEvent, Shadow } from '@brigade/contract/device/device.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { useLive } from '../../platform/live.ts'
import { patchHeld } from '../../platform/live/patch-held.ts'
import { ask } from '../../platform/query.ts'
import { patched } from '../list/list-changes.ts'
import { useFresh } from '../use-fresh.ts'
import { changedEntries, mergedShadow } from './device-view.ts'

/** Follows one device: its state, shadow and commands change in what the screen already holds. Answers the properties that just changed. */
export function useDeviceLive(kind: DeviceKind, id: string): ReadonlySet<string> {
  const client = useQueryClient()
  const calls = deviceCalls[kind]
  const [fresh, mark] = useFresh()
  const detailKey = ask(calls.detail, { id }).queryKey
  const shadowKey = ask(calls.shadow, { id }).queryKey
  const stale = (call: { domain: string; name: string }): void =>
    void client.invalidateQueries({ queryKey: [call.domain, call.name] })

  useLive(
    calls.live,
    { id },
    (event: LiveEvent) => {
      const change = event.devices.find((device) => device.id === id)
      if (change === undefined) return
      const before = client.getQueryData<z.output<typeof DeviceDetail>>(detailKey)
      patchHeld<z.output<typeof DeviceDetail>>(client, detailKey, (held) => patched(held, change))
      if (before !== undefined) {
        if (before.online !== change.online) stale(calls.onlineLog)
        if (before.faultCode !== change.faultCode || (before.workState === 'error') !== (change.workState === 'error'))
          stale(calls.events)
      }
      const { shadow } = change
      if (shadow !== undefined) {
        mark(changedEntries(client.getQueryData<Shadow>(shadowKey), shadow))
        patchHeld<Shadow>(client, shadowKey, (held) => mergedShadow(held, shadow))
      }
      if (change.commands !== undefined && change.commands.length > 0) {
        const moved = new Map(change.commands.map((command) => [command.id, command]))
        client.setQueriesData<Page<CommandRow>>({ queryKey: [calls.commands.domain, calls.commands.name] }, (page) =>
          page === undefined ? undefined : { ...page, list: page.list.map((row) => moved.get(row.id) ?? row) },
        )
        stale(calls.commands)
      }
    },
    { onReconnect: () => void client.invalidateQueries({ queryKey: ['device'] }) },
  )
  return fresh
}
