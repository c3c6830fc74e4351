import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { TaskLiveEvent, UpgradeTaskDetail } from '@brigade/contract/firmware/task.model.ts'
import type { UpgradeDeviceRow } from '@brigade/contract/firmware/upgrade-device.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { patchHeld } from '../../platform/live/patch-held.ts'
import { useFresh } from '../../platform/live/use-fresh.ts'
import { useLive } from '../../platform/live.ts'
import { ask, makeHeldStale, makeStale } from '../../platform/query.ts'

export const rowKeyOf = ({ device, module }: Pick<UpgradeDeviceRow, 'device' | 'module'>): string =>
  `${device.id} ${module}`

/** Counts and devices change in place; rows hidden by a filter or on another page are read again when the task's own status changes. */
export function useTaskLive(id: string): ReadonlySet<string> {
  const client = useQueryClient()
  const [fresh, mark] = useFresh()
  const last = useRef<string | undefined>(undefined)
  const readAnew = (): void => void makeStale(client, upgradeTaskApi.start)
  const onEvent = ({ task, devices }: TaskLiveEvent): void => {
    if (task !== null) {
      patchHeld<UpgradeTaskDetail>(client, ask(upgradeTaskApi.task, { id }).queryKey, (held) => ({ ...held, ...task }))
      const now = `${task.status} ${task.updatedAt}`
      if (last.current !== undefined && last.current !== now) readAnew()
      last.current = now
    }
    if (devices.length === 0) return
    const moved = new Map(devices.map((row) => [rowKeyOf(row), row]))
    const pages = { queryKey: [upgradeTaskApi.taskDevices.domain, upgradeTaskApi.taskDevices.name] }
    for (const { queryKey } of client.getQueryCache().findAll(pages))
      patchHeld<Page<UpgradeDeviceRow>>(client, queryKey, (page) => ({
        ...page,
        list: page.list.map((row) => (row.taskId === id ? (moved.get(rowKeyOf(row)) ?? row) : row)),
      }))
    mark(moved.keys())
  }
  useLive(upgradeTaskApi.taskLive, { id }, onEvent, {
    onBegin: () => void makeHeldStale(client, upgradeTaskApi.taskLive),
    onReconnect: readAnew,
  })
  return fresh
}
