import css from './icon.module.css'
import { outlines, type IconName } from './outlines.ts'

type Props = { name: IconName; size?: 'tiny' | 'small' | 'normal' | 'large' }

/** An outline of 16 (12, 14, 18) px. It is never the only label: the element around it has the name. */
export function Icon({ name, size = 'normal' }: Props) {
  const extra = size === 'normal' ? '' : css[size]
  return (
    <svg className={`${css.icon} ${extra}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  )
}
