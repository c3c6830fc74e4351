import type { FaultLiveEvent } from '@brigade/contract/fault/record-list.model.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow, FaultSearch, FaultTotals } from '@brigade/contract/fault/record.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { patchHeld } from '../../platform/live/patch-held.ts'
import { useFresh } from '../../platform/live/use-fresh.ts'
import { useLive } from '../../platform/live.ts'
import { ask, makeStale } from '../../platform/query.ts'

const changingColumns: ReadonlySet<string> = new Set(['condition', 'handling', 'assignee', 'occurrences', 'name'])

/**
 * New records appear at the top of the first page, and changed ones change in place, without a request. A change that
 * would remove a row, or move rows of another page, waits until the person loads it.
 */
export function useRecordLive(search: FaultSearch, page: Page<FaultRow> | undefined) {
  const client = useQueryClient()
  const { queryKey } = ask(faultApi.page, search)
  const [freshIds, mark] = useFresh()
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const key = JSON.stringify(queryKey)
  const [shownKey, setShownKey] = useState(key)
  if (key !== shownKey) {
    setShownKey(key)
    setWaiting(new Set())
  }
  const { pageNum, pageSize, sort, ...filters } = search
  const isTop = pageNum === 1 && (sort === undefined || sort === '-raisedAt')

  const applyEvent = ({ records, gone, isPartial, totals }: FaultLiveEvent): void => {
    const isOther = putTotals(client, search.kind, totals)
    if (isPartial || (isOther && records.length === 0)) return readAnew()
    if (records.length === 0) return
    // Pages of other tabs and filters are read again when they are shown next.
    const others = {
      queryKey: [faultApi.page.domain, faultApi.page.name],
      type: 'inactive',
      refetchType: 'none',
    } as const
    void client.invalidateQueries(others)
    const shown = client.getQueryData<Page<FaultRow>>(queryKey)
    const listed = new Set(shown?.list.map(({ id }) => id))
    const left = new Set(gone)
    const added = records.filter(({ id }) => !listed.has(id) && !left.has(id))
    patchHeld<Page<FaultRow>>(client, queryKey, (held) => merged(held, records, isTop ? added : [], pageSize))
    for (const { id } of records)
      void client.invalidateQueries({ queryKey: [faultApi.detail.domain, faultApi.detail.name, { id }] })
    mark(records.map(({ id }) => id))
    const waits = [...gone.filter((id) => listed.has(id)), ...(isTop ? [] : added.map(({ id }) => id))]
    if (waits.length > 0) setWaiting((before) => new Set([...before, ...waits]))
  }
  const readAnew = (): void => void makeStale(client, faultApi.acknowledge)
  useLive(faultApi.live, filters, applyEvent, { enabled: page !== undefined, onReconnect: readAnew })

  const fresh = useMemo(() => new Map([...freshIds].map((id) => [id, changingColumns])), [freshIds])
  const load = (): void => {
    setWaiting(new Set())
    readAnew()
  }
  return { fresh, waiting: waiting.size, load }
}

/**
 * Returns whether they differ from those that were shown. Without a record, something changed between the reading of the page and the
 * beginning of its stream.
 */
function putTotals(client: QueryClient, kind: DeviceKind | undefined, totals: FaultTotals | null): boolean {
  if (totals === null || kind === undefined) return false
  const { queryKey } = ask(faultApi.totals, { kind })
  const held = client.getQueryData<FaultTotals>(queryKey)
  client.setQueryData(queryKey, totals)
  // Totals within filters differ from these, and are counted again.
  const others = ask(faultApi.totals, { kind }).queryKey.slice(0, 2)
  void client.invalidateQueries({ queryKey: others, predicate: (query) => query.queryHash !== hashKey(queryKey) })
  // Records become stale by the passing of time alone.
  return held !== undefined && JSON.stringify({ ...held, stale: totals.stale }) !== JSON.stringify(totals)
}

/** Bears repeating: a record is put in once. */
function merged(
  held: Page<FaultRow>,
  records: readonly FaultRow[],
  added: readonly FaultRow[],
  pageSize: number,
): Page<FaultRow> {
  const changed = new Map(records.map((record) => [record.id, record]))
  const list = held.list.map((row) => changed.get(row.id) ?? row)
  const fresh = added.filter(({ id }) => !list.some((row) => row.id === id))
  const all = [...fresh, ...list].toSorted((a, b) => b.raisedAt.localeCompare(a.raisedAt))
  return { ...held, list: all.slice(0, Math.max(pageSize, held.list.length)), total: held.total + fresh.length }
}
