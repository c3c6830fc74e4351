import { useWords } from '../../platform/locale.ts'
import { Icon } from '../icon/icon.tsx'
import { Grid } from '../layout/layout.tsx'
import css from './order.module.css'
import { orderText } from './order.text.ts'

type Props = { name: string; isNumbered?: boolean; offReason?: string | undefined }

/** The handle of an entry in an ordered list (use-order.ts). */
export function Grip({ name, isNumbered = false, offReason }: Props) {
  const w = useWords(orderText)
  const label = isNumbered ? w.gripNumbered({ name }) : w.grip({ name })
  const hint = isNumbered ? w.gripHint : undefined
  return (
    <Grid.button
      inline
      align="center"
      justifyItems="center"
      height="28"
      radius="s"
      tone="ink-4"
      rigid
      type="button"
      className={css.grip}
      data-grip=""
      aria-label={label}
      aria-disabled={offReason === undefined ? undefined : true}
      aria-description={offReason ?? hint}
      data-tip={offReason ?? hint ?? label}
    >
      <Icon name="grip" size="small" />
    </Grid.button>
  )
}

/** Announces the new place of a moved entry to a screen reader. */
export const OrderAnnouncement = ({ text }: { text: string }) => (
  <span className="vh" role="status">
    {text}
  </span>
)
