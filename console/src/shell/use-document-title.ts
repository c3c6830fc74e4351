import { useEffect } from 'react'

/** "Device list · Brigade". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Brigade' : `${title} · Brigade`
  }, [title])
}
