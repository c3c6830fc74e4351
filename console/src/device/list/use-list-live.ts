import { deviceCalls } from '@brigade/contract/device/device.endpoints.ts'
import type { DeviceRow, DeviceSearch, LiveDevice, LiveEvent } from '@brigade/contract/device/device.model.ts'
import { registerCalls } from '@brigade/contract/device/register/register.endpoints.ts'
import type { UninstalledSearch } from '@brigade/contract/device/register/register.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLive } from '../../platform/live.ts'
import { ask } from '../../platform/query.ts'
import { looksChanged, nothingWaiting, patched, waitingAfter } from './list-changes.ts'
import { useFresh } from '../use-fresh.ts'

/** The totals are asked for again at most this often while devices change. */
const totalsMs = 3000
const stateColumn: ReadonlySet<string> = new Set(['state'])

type Listed =
  | Readonly<{ installed: true; search: DeviceSearch }>
  | Readonly<{ installed: false; search: UninstalledSearch }>

/** Live states in place on a page of either list: what is fresh, and what waits to be loaded because it would move rows. */
export function useListLive(kind: DeviceKind, listed: Listed) {
  const client = useQueryClient()
  const calls = deviceCalls[kind]
  const { queryKey } = listed.installed
    ? ask(calls.list, listed.search)
    : ask(registerCalls[kind].uninstalled, listed.search)
  const [online, state] = [listed.search.online, listed.installed ? listed.search.state : undefined]
  const [freshIds, mark] = useFresh()
  const [waiting, setWaiting] = useState(nothingWaiting)
  const heard = useRef(new Map<string, LiveDevice>())
  const totalsTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(totalsTimer.current), [])

  const key = JSON.stringify(queryKey)
  const [shownKey, setShownKey] = useState(key)
  if (key !== shownKey) {
    setShownKey(key)
    setWaiting(nothingWaiting)
  }

  const askTotals = (): void => {
    totalsTimer.current ??= setTimeout(() => {
      totalsTimer.current = undefined
      void client.invalidateQueries({ queryKey: [calls.totals.domain, calls.totals.name] })
    }, totalsMs)
  }

  useLive(
    calls.live,
    {},
    (event: LiveEvent) => {
      if (event.devices.length === 0) return
      const changes = new Map(event.devices.map((device) => [device.id, device]))
      const page = client.getQueryData<Page<DeviceRow>>(queryKey)
      const shown = new Map(page?.list.map((row) => [row.id, row]))
      const marked: string[] = []
      let next = waiting
      let hasTurned = false
      for (const [id, change] of changes) {
        const row = shown.get(id)
        if (row === undefined && change.installed !== listed.installed) continue
        const before = row ?? heard.current.get(id)
        if (row !== undefined && looksChanged(kind, row, change)) marked.push(id)
        if (before !== undefined && (before.online !== change.online || before.workState !== change.workState))
          hasTurned = true
        next = waitingAfter(next, { filter: { online, state }, before, after: change, isShown: row !== undefined })
        heard.current.set(id, change)
      }
      if (page !== undefined && event.devices.some(({ id }) => shown.has(id))) {
        client.setQueryData<Page<DeviceRow>>(queryKey, {
          ...page,
          list: page.list.map((row) => {
            const change = changes.get(row.id)
            return change === undefined ? row : patched(row, change)
          }),
        })
      }
      mark(marked)
      if (next !== waiting) setWaiting(next)
      if (hasTurned && listed.installed) askTotals()
    },
    { onReconnect: () => void client.invalidateQueries({ queryKey: [calls.list.domain] }) },
  )

  const fresh = useMemo(() => new Map([...freshIds].map((id) => [id, stateColumn])), [freshIds])
  const load = (): void => {
    setWaiting(nothingWaiting)
    void client.invalidateQueries({ queryKey: queryKey.slice(0, 2) })
    void client.invalidateQueries({ queryKey: [calls.totals.domain, calls.totals.name] })
  }
  return { fresh, waiting, load }
}
