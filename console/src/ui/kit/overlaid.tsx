import { useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

const find = (): HTMLElement | null => document.getElementById('overlays')
const never = () => (): void => undefined

/**
 * Renders in the element that the frame places within <main>, because overlays have to be inside a landmark. A dialog
 * that is open from the first render is rendered together with the frame, so the element is looked up once more
 * afterwards.
 */
export function Overlaid({ children }: { children: ReactNode }) {
  const home = useSyncExternalStore(never, find)
  return home === null ? null : createPortal(children, home)
}
