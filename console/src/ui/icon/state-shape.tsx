import type { ReactNode } from 'react'
import css from './icon.module.css'

/** One shape, one meaning (mock/README.md, States). Colour only repeats it. */
export type StateShapeName =
  | 'online'
  | 'cooking'
  | 'preheating'
  | 'completed'
  | 'cooling'
  | 'washing'
  | 'standby'
  | 'error'
  | 'offline'
  | 'replaced'
  | 'defrosting'
  | 'enabled'
  | 'disabled'
  | 'draft'

export type StateTone = 'heat' | 'cold' | 'ok' | 'bad' | 'warn' | 'idle' | 'off' | 'accent' | 'inherit'

const toneOf: Readonly<Record<StateShapeName, StateTone>> = {
  online: 'ok',
  cooking: 'heat',
  preheating: 'heat',
  completed: 'ok',
  cooling: 'cold',
  washing: 'cold',
  standby: 'idle',
  error: 'bad',
  offline: 'off',
  replaced: 'warn',
  defrosting: 'warn',
  enabled: 'ok',
  disabled: 'off',
  draft: 'idle',
}

const outline = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const ring = <circle cx="8" cy="8" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
const square = <rect x="2.75" y="2.75" width="10.5" height="10.5" rx="2.5" {...outline} />

const drawn: Readonly<Record<StateShapeName, ReactNode>> = {
  online: (
    <>
      <circle cx="8" cy="8" r="3" fill="currentColor" />
      <circle cx="8" cy="8" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.25" />
    </>
  ),
  cooking: <circle cx="8" cy="8" r="6" fill="currentColor" />,
  preheating: (
    <>
      {ring}
      <path d="M2.75 8a5.25 5.25 0 0 0 10.5 0z" fill="currentColor" />
    </>
  ),
  completed: (
    <>
      {ring}
      <path d="M5.4 8.2l1.8 1.8l3.4-3.7" {...outline} />
    </>
  ),
  cooling: <path d="M2.6 4h10.8L8 13.4z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />,
  washing: <path d="M8 2c2.4 2.9 4.2 5 4.2 7.4a4.2 4.2 0 0 1-8.4 0C3.8 7 5.6 4.9 8 2z" fill="currentColor" />,
  standby: ring,
  error: (
    <>
      <path d="M8 1.8l6.6 11.9H1.4z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
      <path d="M8 6v3.6M8 11.7v.1" stroke="var(--paper)" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  offline: (
    <>
      <circle cx="8" cy="8" r="5.25" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 1.924" />
      <path d="M4.3 11.7l7.4-7.4" {...outline} />
    </>
  ),
  replaced: <path d="M3 5.5h9M9.5 2.8L12.2 5.5L9.5 8.2M13 11H4M6.5 8.3L3.8 11l2.7 2.7" {...outline} />,
  // Squares are decisions of a person; rings are states of a machine.
  enabled: (
    <>
      {square}
      <path d="M5.4 8.2l1.8 1.8l3.4-3.7" {...outline} />
    </>
  ),
  disabled: (
    <>
      {square}
      <path d="M5.4 8h5.2" {...outline} />
    </>
  ),
  draft: (
    <>
      {square}
      <path d="M5.6 10.4l.3-1.9l3.6-3.6l1.6 1.6l-3.6 3.6z" fill="currentColor" />
    </>
  ),
  // A drop that falls from a line of ice.
  defrosting: (
    <>
      <path d="M2.5 3h11" {...outline} />
      <path d="M8 5.5c1.7 2 3 3.5 3 5.2a3 3 0 0 1-6 0c0-1.7 1.3-3.2 3-5.2z" {...outline} />
    </>
  ),
}

type ShapeProps = { name: StateShapeName; tone?: StateTone; size?: 'tiny' | 'normal' | 'large' }

/** Only the shape, for a place with a word beside it. */
export function StateShape({ name, tone, size = 'normal' }: ShapeProps) {
  const extra = size === 'tiny' ? css.shapeTiny : size === 'large' ? css.shapeLarge : ''
  return (
    <svg className={`${css.shape} ${css[tone ?? toneOf[name]]} ${extra}`} viewBox="0 0 16 16" aria-hidden="true">
      {drawn[name]}
    </svg>
  )
}

type StateProps = { shape: StateShapeName; word: string; fact?: string | undefined; tone?: StateTone }

/** Shape, word and at most one short fact. */
export function StateBadge({ shape, word, fact, tone }: StateProps) {
  const mood = shape === 'error' ? css.alarming : shape === 'offline' || shape === 'disabled' ? css.quiet : ''
  return (
    <span className={`${css.state} ${mood}`}>
      <StateShape name={shape} {...(tone === undefined ? {} : { tone })} />
      <span className={css.word}>{word}</span>
      {fact === undefined || fact === '' ? null : <small>{fact}</small>}
    </span>
  )
}
