import { useWords } from '../../platform/locale.ts'
import { Icon } from '../icon/icon.tsx'
import css from './order.module.css'
import { orderText } from './order.text.ts'

/** The handle of one of a list in order (use-order.ts). */
export function Grip({ name, offReason }: { name: string; offReason?: string | undefined }) {
  const w = useWords(orderText)
  const label = w.grip({ name })
  return (
    <button
      type="button"
      className={css.grip}
      data-grip=""
      aria-label={label}
      aria-disabled={offReason === undefined ? undefined : true}
      aria-description={offReason}
      data-tip={offReason ?? label}
    >
      <Icon name="grip" size="small" />
    </button>
  )
}

/** Tells a screen reader where what was moved stands now. */
export const OrderSaid = ({ said }: { said: string }) => (
  <span className="vh" role="status">
    {said}
  </span>
)
