import { DeviceTotals, type DeviceRow, type DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { UninstalledSearch } from '@brigade/contract/device/list/list.model.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import type { LiveEvent } from '@brigade/contract/telemetry/live.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { pageSizes, type Page } from '@brigade/contract/paging.ts'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { call } from '../../platform/call.ts'
import { useLive } from '../../platform/live.ts'
import { patchHeld } from '../../platform/live/patch-held.ts'
import { ask, makeStale } from '../../platform/query.ts'
import { addedSince, looksChanged, nothingWaiting, patched, waitingAfter } from '../view/list-changes.ts'
import { useFresh } from '../../platform/live/use-fresh.ts'

/** While other devices change, the list asks for their changes at most this often. */
const othersMs = 3000
const stateColumn: ReadonlySet<string> = new Set(['state'])

/** Totals within filters are counted row by row: those of many devices are read again less often. */
const manyDevices = 20_000
const ofManyMs = 30_000
function isDue({ queryKey, state }: Query): boolean {
  const isNarrowed = Object.values(Filters.safeParse(queryKey[2]).data ?? {}).some((value) => value !== undefined)
  const all = DeviceTotals.safeParse(state.data).data?.all ?? 0
  return !isNarrowed || all <= manyDevices || Date.now() - state.dataUpdatedAt > ofManyMs
}
const Filters = z.record(z.string(), z.unknown())

type Listed =
  | Readonly<{ installed: true; search: DeviceSearch }>
  | Readonly<{ installed: false; search: UninstalledSearch }>
type Shown = Pick<Page<DeviceRow>, 'list' | 'total'>

/**
 * Applies live states to the rows of a page of either list: which rows are new, and which changes wait because they
 * would move rows. For devices on other pages only the fact of a change is known; totals and the number of rows are
 * read again.
 */
export function useListLive(kind: DeviceKind, listed: Listed, page: Shown | undefined) {
  const client = useQueryClient()
  const calls = deviceCalls[kind]
  const { queryKey } = listed.installed ? ask(calls.list, listed.search) : ask(calls.uninstalled, listed.search)
  const [online, state] = [listed.search.online, listed.installed ? listed.search.state : undefined]
  const [freshIds, mark] = useFresh()
  const [waiting, setWaiting] = useState(nothingWaiting)
  const othersTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const key = JSON.stringify(queryKey)
  const [shownKey, setShownKey] = useState(key)
  if (key !== shownKey) {
    setShownKey(key)
    setWaiting(nothingWaiting)
  }
  const keyNow = useRef(key)
  useEffect(() => {
    keyNow.current = key
  }, [key])
  useEffect(() => () => clearTimeout(othersTimer.current), [])

  const countAdded = async (): Promise<void> => {
    const first = { pageNum: 1, pageSize: pageSizes[0] }
    const found = await (listed.installed
      ? call(calls.list, { ...listed.search, ...first }, { quiet: true })
      : call(calls.uninstalled, { ...listed.search, ...first }, { quiet: true }))
    const shown = client.getQueryData<Shown>(queryKey)
    // Something else may be shown by now.
    if (shown === undefined || keyNow.current !== key) return
    const added = addedSince({ online, state }, shown, found.total)
    setWaiting((now) => (now.added === added ? now : { ...now, added }))
  }
  const askForOthers = (): void => {
    othersTimer.current ??= setTimeout(() => {
      othersTimer.current = undefined
      if (listed.installed)
        void client.invalidateQueries({ queryKey: [calls.totals.domain, calls.totals.name], predicate: isDue })
      // Without such a filter no report adds or removes a device. A failed read is repeated with the next change.
      if (online !== undefined || state !== undefined) countAdded().catch(() => undefined)
    }, othersMs)
  }

  useLive(
    liveCalls[kind].live,
    { ids: page?.list.map(({ id }) => id).join(',') || '0' },
    (event: LiveEvent) => {
      const changes = new Map(event.devices.map((device) => [device.id, device]))
      const marked: string[] = []
      let next = waiting
      let hasTurned = false
      for (const row of client.getQueryData<Shown>(queryKey)?.list ?? []) {
        const change = changes.get(row.id)
        if (change === undefined) continue
        if (looksChanged(kind, row, change)) marked.push(row.id)
        if (row.online !== change.online || row.workState !== change.workState) hasTurned = true
        next = waitingAfter(next, row, change)
      }
      if (event.devices.length > 0)
        patchHeld<Page<DeviceRow>>(client, queryKey, (shown) => ({
          ...shown,
          list: shown.list.map((row) => {
            const change = changes.get(row.id)
            return change === undefined ? row : patched(row, change)
          }),
        }))
      mark(marked)
      if (next !== waiting) setWaiting(next)
      if (hasTurned || (event.others ?? 0) > 0) askForOthers()
    },
    {
      enabled: page !== undefined,
      onReconnect: () => void makeStale(client, calls.list),
    },
  )

  const fresh = useMemo(() => new Map([...freshIds].map((id) => [id, stateColumn])), [freshIds])
  const load = (): void => {
    setWaiting(nothingWaiting)
    void client.invalidateQueries({ queryKey: queryKey.slice(0, 2) })
    void client.invalidateQueries({ queryKey: [calls.totals.domain, calls.totals.name] })
  }
  return { fresh, waiting, load }
}
