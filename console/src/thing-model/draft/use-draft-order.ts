import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import { useRef, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { toastError } from '../../platform/toast.ts'
import { useFunctionWrites } from '../function/function-writes.ts'

export type PendingOrder = Readonly<{ kind: FunctionKind; identifiers: readonly string[] }>

/** Puts functions in order: shown at once, and sent one order after another, the newest last. */
export function useDraftOrder(productId: string): [PendingOrder | null, (order: PendingOrder) => void] {
  const writes = useFunctionWrites(productId)
  const [pending, setPending] = useState<PendingOrder | null>(null)
  const next = useRef<PendingOrder | null>(null)
  const sending = useRef(false)
  const send = async (): Promise<void> => {
    sending.current = true
    try {
      for (let order = next.current; order !== null; order = next.current) {
        next.current = null
        await writes.order(order.kind, order.identifiers)
      }
    } catch (error) {
      next.current = null
      toastError(error instanceof CallError ? error.message : String(error))
    } finally {
      sending.current = false
      setPending(null)
    }
  }
  return [
    pending,
    (order) => {
      setPending(order)
      next.current = order
      if (!sending.current) void send()
    },
  ]
}
