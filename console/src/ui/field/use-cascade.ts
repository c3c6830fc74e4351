import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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

// The answers behind are asked for again as their own calls do; a failure stands in its place with a way to try again.
const asked = { retry: false, meta: { quiet: true } } as const

/** What a cascade shows and does; where the pointer and the keys are is the field's business. */
export function useCascade({ source, value, onChange }: Given) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [spot, setSpot] = useState<Spot>(atTop)
  const [hitAt, setHitAt] = useState(0)
  const [wanted] = useDebouncedValue(typed?.trim() ?? '', 150)
  const isSearching = typed !== null && typed.trim() !== ''

  const trailKey = (values: readonly string[]) => [...source.key, 'trail', ...values]
  const trail = useQuery({
    ...asked,
    queryKey: trailKey(value),
    queryFn: () => source.trail(client, value),
    enabled: value.length > 0,
    staleTime: 60_000,
  })
  const path = value.length === 0 ? [] : (trail.data ?? [])

  const columns = useQueries({
    queries: [0, ...spot.opened.map((_, index) => index + 1)].map((length) => {
      const above = spot.opened.slice(0, length)
      return {
        ...asked,
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
  const search = useQuery({
    ...asked,
    queryKey: [...source.key, 'find', wanted],
    queryFn: () => source.find(client, wanted),
    enabled: isOpen && isSearching && wanted !== '',
    placeholderData: keepPreviousData,
  })
  const hits = isSearching ? (search.data ?? []) : []

  // A column just entered has its first under the keyboard as soon as it is there.
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
    client.setQueryData(trailKey(values), nodes)
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
    /** The words of what is chosen; while they are on the way nothing, and what is no longer there says so. */
    words: path.map(({ label }) => label).join(between),
    isUnknown: value.length > 0 && trail.data?.length === 0,
    hasLostWords: value.length > 0 && trail.isError && trail.data === undefined,
    open,
    close,
    opensMore,
    /** What was typed is looked for; nothing typed shows the levels. */
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
    search: {
      isLoading: isSearching && (search.isFetching || wanted !== typed.trim()),
      hasFailed: search.isError && !search.isFetching,
      retry: () => void search.refetch(),
    },
    /** A hit's own path, or the one its source tells for it. */
    takeHit: async (hit: CascadeHit) => {
      close()
      const alone = [{ value: hit.value, label: hit.label, hasChildren: false }]
      // The deepest given decides, so that it narrows the list even where those above it cannot be told.
      const nodes = hit.path ?? (await source.trail(client, [hit.value]).catch(() => alone))
      take(nodes.length === 0 ? alone : nodes)
    },
  }
}

export type Cascade = ReturnType<typeof useCascade>
