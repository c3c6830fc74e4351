import { Box } from '../../ui/layout/layout.tsx'
import css from './wait-ring.module.css'

/** The ring shows the elapsed fraction of the answer time, 0 to 1, beside a word. */
export function WaitRing({ share }: { share: number }) {
  return (
    <Box.span
      height="12"
      rigid
      className={css.ring}
      style={{ '--share': Math.min(1, Math.max(0, share)) }}
      aria-hidden="true"
    />
  )
}
