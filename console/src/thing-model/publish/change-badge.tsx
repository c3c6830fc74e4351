import type { ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Row } from '../../ui/layout/layout.tsx'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'

export type ChangeShapeName = 'added' | 'changed' | 'removed' | 'breaking'

const outline = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinejoin: 'round' } as const
const line = { stroke: 'currentColor', strokeWidth: 1.5 } as const

/** Added is a square with plus, changed a diamond, removed a circle with minus, breaking a filled octagon. */
const drawn: Readonly<Record<ChangeShapeName, ReactNode>> = {
  added: (
    <>
      <path d="M2.5 2.5h9v9h-9z" {...outline} />
      <path d="M7 4.8v4.4M4.8 7h4.4" {...line} />
    </>
  ),
  changed: (
    <>
      <path d="M7 1.5 12.5 7 7 12.5 1.5 7z" {...outline} />
      <path d="M5 7h4" {...line} />
    </>
  ),
  removed: (
    <>
      <circle cx="7" cy="7" r="5" {...outline} />
      <path d="M4.6 7h4.8" {...line} />
    </>
  ),
  breaking: (
    <>
      <path d="M4.5 1h5L13 4.5v5L9.5 13h-5L1 9.5v-5z" fill="currentColor" />
      <path d="M7 3.6v4" stroke="var(--paper)" strokeWidth="1.6" />
      <circle cx="7" cy="9.9" r="1" fill="var(--paper)" />
    </>
  ),
}

export function ChangeShape({ name }: { name: ChangeShapeName }) {
  return (
    <svg className={`${css.shape} ${css[name]}`} viewBox="0 0 14 14" aria-hidden="true">
      {drawn[name]}
    </svg>
  )
}

/** Shape and word. */
export function ChangeBadge({ name }: { name: ChangeShapeName }) {
  const w = useWords(publishText)
  return (
    <Row.span inline gap="8" align="center" nowrap className={name === 'breaking' ? css.alarming : ''}>
      <ChangeShape name={name} />
      <span>{w[name]}</span>
    </Row.span>
  )
}
