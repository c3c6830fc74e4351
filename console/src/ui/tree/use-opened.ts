import { useCallback, useMemo, useState } from 'react'
import { branchIds, type TreeNode } from './tree-rows.ts'

/** The rows of a tree that are open: those of the first level until a person opens and closes others. */
export function useOpened<R>(nodes: readonly TreeNode<R>[]) {
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map())
  const opened = useMemo(() => {
    const open = new Set(branchIds(nodes, 1))
    for (const [id, isOpen] of byHand) {
      if (isOpen) open.add(id)
      else open.delete(id)
    }
    return open
  }, [nodes, byHand])
  const setOpen = useCallback(
    (ids: readonly string[], isOpen: boolean) =>
      setByHand((before) => new Map([...before, ...ids.map((id) => [id, isOpen] as const)])),
    [],
  )
  return [opened, setOpen] as const
}
