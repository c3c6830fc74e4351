import type { CSSProperties, ReactNode } from 'react'

type Props = {
  as?: 'div' | 'pre'
  /** Left out where a labelled section holds nothing else. */
  label?: string
  className?: string | undefined
  style?: CSSProperties
  isBusy?: boolean | undefined
  children: ReactNode
}

/** Content that scrolls by itself. It takes the keyboard's focus, so that people without a mouse can scroll it too. */
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
