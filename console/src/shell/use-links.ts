import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The link that a plain click opens, if it leads within the console. */
function ownLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null
  if (!(event.target instanceof Element)) return null
  const link = event.target.closest('a')
  if (link === null || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download'))
    return null
  // The server's own pages and files.
  return link.pathname.startsWith('/api/') ? null : link
}

/** Components render plain links; one handler for the page navigates without reloading it. */
export function useLinks(): void {
  const router = useRouter()
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const link = ownLink(event)
      if (link === null || link.getAttribute('href')?.startsWith('#') === true) return
      event.preventDefault()
      router.history.push(link.pathname + link.search + link.hash)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [router])
}
