import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../../form/use-settled.ts'
import { atTop, moveIn, moveOut, moveWithin, spotOf, valuesTo, type Spot } from './cascade-moves.ts'
import { between, depthOf, type CascadeHit, type CascadeNode, type CascadeSource } from './cascade-source.ts'

export type CascadeColumn = Readonly<{
  nodes: readonly CascadeNode[]
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
}>

type Given = {
  source: CascadeSource
  value: readonly string[]
  onChange: (path: readonly string[]) => void
}

// A failed read is not retried: its place shows the failure and a button to try again.
const once = { retry: false, meta: { quiet: true } } as const

const trailKeyOf = (source: CascadeSource, values: readonly string[]) => [...source.key, 'trail', ...values]

/** The text of the chosen path. */
export function useTrail(source: CascadeSource, value: readonly string[]) {
  const client = useQueryClient()
  const trail = useQuery({
    ...once,
    queryKey: trailKeyOf(source, value),
    queryFn: () => source.trail(client, value),
    enabled: value.length > 0,
    staleTime: 60_000,
  })
  const path = value.length === 0 ? [] : (trail.data ?? [])
  return { trail, path }
}

/** One column for the top level and one for each opened node. */
function useColumns(source: CascadeSource, opened: readonly string[], isOpen: boolean): readonly CascadeColumn[] {
  const client = useQueryClient()
  return useQueries({
    queries: [0, ...opened.map((_, index) => index + 1)].map((length) => {
      const above = opened.slice(0, length)
      return {
        ...once,
        queryKey: [...source.key, 'children', ...above],
        queryFn: () => source.children(client, above),
        placeholderData: () => source.known?.(client, above),
        enabled: isOpen,
      }
    }),
  }).map((query): CascadeColumn => ({
    nodes: query.data ?? [],
    isLoading: query.isPending && !query.isError,
    hasFailed: query.isError && query.data === undefined,
    retry: () => void query.refetch(),
  }))
}

/** Searches all levels for the typed text, after a short pause. */
function useSearch(source: CascadeSource, typed: string | null, isOpen: boolean) {
  const client = useQueryClient()
  const wanted = useSettled(typed?.trim() ?? '', 150)
  const isSearching = typed !== null && typed.trim() !== ''
  const search = useQuery({
    ...once,
    queryKey: [...source.key, 'find', wanted],
    queryFn: () => source.find(client, wanted),
    enabled: isOpen && isSearching && wanted !== '',
    placeholderData: keepPreviousData,
  })
  return {
    hits: isSearching ? (search.data ?? []) : [],
    isLoading: isSearching && (search.isFetching || wanted !== typed.trim()),
    hasFailed: search.isError && !search.isFetching,
    retry: () => void search.refetch(),
  }
}

/** The state of a cascade and its moves. The field handles the pointer and the keys. */
export function useCascade({ source, value, onChange }: Given) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [spot, setSpot] = useState<Spot>(atTop)
  const [hitAt, setHitAt] = useState(0)
  const isSearching = typed !== null && typed.trim() !== ''

  const { trail, path } = useTrail(source, value)
  const columns = useColumns(source, spot.opened, isOpen)
  const { hits, ...search } = useSearch(source, typed, isOpen)

  // The cursor goes to the first node of a newly entered column, as soon as it has loaded.
  const at: Spot =
    spot.cursor === undefined && spot.level > 0 ? { ...spot, cursor: columns[spot.level]?.nodes[0]?.value } : spot

  const close = (): void => {
    setOpen(false)
    setTyped(null)
  }
  const open = (): void => {
    if (!isOpen) setSpot(spotOf(path, depthOf(source)))
    setOpen(true)
  }
  const take = (nodes: readonly CascadeNode[]): void => {
    const values = nodes.map((node) => node.value)
    client.setQueryData(trailKeyOf(source, values), nodes)
    onChange(values)
  }
  const opensMore = (node: CascadeNode, level: number): boolean => node.hasChildren && level + 1 < depthOf(source)
  const nodesTo = (level: number, node: CascadeNode): readonly CascadeNode[] => [
    ...spot.opened.slice(0, level).flatMap((step, at) => columns[at]?.nodes.find(({ value: is }) => is === step) ?? []),
    node,
  ]

  return {
    isOpen,
    typed,
    isSearching,
    spot: at,
    columns,
    path,
    /** The words of the chosen path. They are empty while they load. */
    words: path.map(({ label }) => label).join(between),
    isUnknown: value.length > 0 && trail.data?.length === 0,
    hasLostWords: value.length > 0 && trail.isError && trail.data === undefined,
    open,
    close,
    opensMore,
    /** Searches for the typed text. An empty text shows the levels. */
    type: (text: string) => {
      open()
      setTyped(text)
      setHitAt(0)
    },
    clear: () => {
      onChange([])
      setTyped(null)
      setSpot(atTop)
    },
    choose: (level: number, node: CascadeNode, andClose: boolean) => {
      take(nodesTo(level, node))
      const chosen = { opened: spot.opened.slice(0, level), level, cursor: node.value }
      setSpot(opensMore(node, level) ? { ...chosen, opened: valuesTo(spot, level, node.value) } : chosen)
      setTyped(null)
      if (andClose) close()
    },
    move: (to: 'next' | 'previous' | 'first' | 'last') => {
      const values = columns[spot.level]?.nodes.map((node) => node.value) ?? []
      setSpot(moveWithin(at, values, to))
    },
    enter: () => setSpot(moveIn(at)),
    leave: () => setSpot(moveOut(at)),
    hits,
    hitAt: Math.min(hitAt, hits.length - 1),
    setHitAt,
    search,
    /** Uses the path of the hit, or asks its source for it. */
    takeHit: async (hit: CascadeHit) => {
      close()
      const alone = [{ value: hit.value, label: hit.label, hasChildren: false }]
      // The deepest value filters the list, so that a hit without a known path works too.
      const nodes = hit.path ?? (await source.trail(client, [hit.value]).catch(() => alone))
      take(nodes.length === 0 ? alone : nodes)
    },
  }
}

export type Cascade = ReturnType<typeof useCascade>
