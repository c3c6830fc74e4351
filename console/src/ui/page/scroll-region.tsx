import type { CSSProperties, ReactNode } from 'react'

type Props = {
  as?: 'div' | 'pre'
  /** Left out if a labelled section contains only this region. */
  label?: string
  className?: string | undefined
  style?: CSSProperties
  isBusy?: boolean | undefined
  children: ReactNode
}

/** Content that scrolls by itself. It can be focused, so that people without a mouse can scroll it too. */
export const ScrollRegion = ({ as: Tag = 'div', label, className, style, isBusy, children }: Props) => (
  <Tag
    className={className}
    style={style}
    tabIndex={0}
    role={label === undefined ? undefined : 'group'}
    aria-label={label}
    aria-busy={isBusy}
  >
    {children}
  </Tag>
)
