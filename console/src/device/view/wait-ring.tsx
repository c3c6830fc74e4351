import css from './wait-ring.module.css'

/** How much of the time for an answer has passed, 0 to 1; a word stands beside it. */
export function WaitRing({ share }: { share: number }) {
  return <span className={css.ring} style={{ '--share': Math.min(1, Math.max(0, share)) }} aria-hidden="true" />
}
