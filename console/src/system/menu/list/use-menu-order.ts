import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import type { MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { CallError } from '../../../platform/call-error.ts'
import { isAnswered } from '../../../platform/envelope.ts'
import { useWords } from '../../../platform/locale.ts'
import { makeStale, useSend } from '../../../platform/query.ts'
import { toastDone, toastFailure, toastOffer } from '../../../platform/toast.ts'
import { menuActionText, menuWords } from '../menu-screen.text.ts'
import { moved, orderFor, placeOf, rowOf, type Move } from '../menu-tree.ts'
import { useRowName } from '../use-row-name.ts'

export type MenuOrdering = {
  /** The server's tree, with the moves that are being sent. */
  nodes: readonly MenuNode[]
  isBusy: boolean
  /** Moves a row and offers to undo the move. After a refusal, a toast offers to repeat the move in the current tree. */
  move: (move: Move) => void
  /** The same for a dialog, which shows the refusal itself. */
  moveLoudly: (move: Move) => Promise<void>
}

const noNodes: readonly MenuNode[] = []

/** Moves rows of the tree. A move is shown at once; moves are sent one after another, each with the order that was seen. */
export function useMenuOrder(data: readonly MenuNode[] | undefined): MenuOrdering {
  const w = useWords(menuActionText)
  const m = useWords(menuWords)
  const nameOf = useRowName()
  const client = useQueryClient()
  const { mutateAsync } = useSend(menuApi.sort, { quiet: true })
  const [onTheirWay, setOnTheirWay] = useState<readonly Move[]>([])
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const nodes = useMemo(() => onTheirWay.reduce(moved, data ?? noNodes), [data, onTheirWay])
  // A later undo or move starts from the tree at that time.
  const latest = useRef(nodes)
  useLayoutEffect(() => {
    latest.current = nodes
  }, [nodes])

  const send = async (move: Move): Promise<void> => {
    const order = orderFor(latest.current, move)
    setOnTheirWay((before) => [...before, move])
    const sent = turn.current.then(() => mutateAsync(order))
    turn.current = sent.catch(() => undefined)
    try {
      await sent
    } catch (error) {
      await makeStale(client, menuApi.sort)
      throw error
    } finally {
      setOnTheirWay((before) => before.filter((one) => one !== move))
    }
  }
  const moveLoudly = async (move: Move): Promise<void> => {
    const row = rowOf(latest.current, move.id)
    const back = { id: move.id, ...placeOf(latest.current, move.id) }
    await send(move)
    if (row !== undefined) toastOffer(w.nowMoved({ name: nameOf(row) }), { label: m.undo, run: () => undo(back) })
  }
  const attempt = (work: Promise<void>, again: () => void): void => {
    work.catch((error: unknown) => {
      if (error instanceof CallError && isAnswered(error)) return
      const isStale = error instanceof CallError && error.key === 'menu.orderChangedSince'
      const message = error instanceof Error ? error.message : String(error)
      toastFailure(message, isStale ? { label: w.moveAgain, run: again } : undefined)
    })
  }
  const move = (wanted: Move): void => attempt(moveLoudly(wanted), () => move(wanted))
  const undo = (back: Move): void =>
    attempt(
      send(back).then(() => toastDone(m.undone)),
      () => undo(back),
    )
  return { nodes, isBusy: onTheirWay.length > 0, move, moveLoudly }
}
