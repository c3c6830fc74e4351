import { useWords } from '../../platform/locale.ts'
import { useNow } from '../../platform/time/use-now.ts'
import css from './wall.module.css'
import { WallShape } from './wall-shape.tsx'
import { ageOf, serverNow, useWall } from './wall-store.ts'
import { clockIn, takenAt } from './wall-words.ts'
import { wallText } from './wall.text.ts'

export const useZone = (): string => useWall((state) => state.page?.zone ?? 'UTC')

/** When live figures were received last, if that is too long ago for them to be live; null: they are. */
export function useLastReceived(): string | null {
  const zone = useZone()
  const newsAt = useWall((state) => state.newsAt)
  const aheadMs = useWall((state) => state.aheadMs)
  const isFresh = ageOf({ newsAt, aheadMs }, useNow(1000)) === 'fresh'
  return isFresh || newsAt === null ? null : clockIn(zone, newsAt)
}

/** The mark of a figure that is live. */
export function LiveMark() {
  const w = useWords(wallText)
  return (
    <span className={css.liveMark} role="img" aria-label={w.live}>
      <WallShape kind="live" />
    </span>
  )
}

/** Shows "Live", or when the figure was last received. */
export function LiveAge({ words }: { words?: string | undefined }) {
  const w = useWords(wallText)
  const lastReceived = useLastReceived()
  if (lastReceived !== null) return <em className={css.age}>{w.timeAsOf({ time: lastReceived })}</em>
  return (
    <em className={css.age}>
      <WallShape kind="live" />
      {words ?? w.live}
    </em>
  )
}

/** Returns when a figure was taken by a run, or when it will be. */
export function useTakenWords(isTaken: boolean): string {
  const w = useWords(wallText)
  const zone = useZone()
  const asOf = useWall((state) => state.parts?.taken?.asOf ?? null)
  const next = useWall((state) => state.parts?.taken?.next ?? null)
  if (isTaken && asOf !== null) return w.timeAsOf({ time: takenAt(zone, asOf, serverNow()) })
  return next === null ? w.notYet : w.waitForRun({ time: takenAt(zone, next, serverNow()) })
}

/** Shows the age of a figure that a run took. */
export function TakenAge({ isTaken, unit }: { isTaken: boolean; unit?: string | undefined }) {
  const words = useTakenWords(isTaken)
  return <em className={css.age}>{unit === undefined || !isTaken ? words : `${unit} · ${words}`}</em>
}
