import type { WallEventKind } from '@brigade/contract/statistics/wall/wall.model.ts'
import css from './wall.module.css'

/** One shape, one meaning: on the map, in its key and in the ticker. */
const shapes: Readonly<Record<WallEventKind | 'live', string>> = {
  fault: 'M0-9 8.5 6h-17z',
  cleared: 'M0-9 8.5 6h-17z',
  excursion: 'M0-8.5 8.5 0 0 8.5-8.5 0z',
  activation: 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z',
  live: 'M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z',
  command: 'M-6-6h12v12h-12z',
}
export const shapeOf = (kind: WallEventKind | 'live'): string => shapes[kind]

export function WallShape({ kind }: { kind: WallEventKind | 'live' }) {
  return (
    <svg className={css.shape} data-kind={kind} viewBox="-10 -10 20 20" aria-hidden="true">
      <path d={shapes[kind]} />
    </svg>
  )
}
