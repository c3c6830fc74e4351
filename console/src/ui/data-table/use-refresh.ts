import { useEffect, useRef } from 'react'
import { toastError } from '../../platform/toast.ts'

type Refreshed = {
  /** The failure of the newest try, while the read is tried again too; null after a success. */
  failureReason: { message: string; isTransport: boolean } | null
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Reads a list again for a person. A try that the network cut is told at once (spec 8), because the further tries that follow by themselves
 * are not seen.
 */
export function useRefresh({ failureReason, isFetching, refetch }: Refreshed): () => void {
  const isAsked = useRef(false)
  const cut = failureReason?.isTransport === true ? failureReason : null
  useEffect(() => {
    if (!isAsked.current) return
    if (cut !== null) toastError(cut.message)
    if (cut !== null || !isFetching) isAsked.current = false
  }, [cut, isFetching])
  return () => {
    isAsked.current = true
    void refetch()
  }
}
