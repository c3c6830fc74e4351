import type { Reach } from '@brigade/contract/message/notify.model.ts'
import { useWords } from '../platform/locale.ts'
import { Icon } from '../ui/icon/icon.tsx'
import css from './message.module.css'
import { notifyText } from './message.text.ts'

/**
 * Warns that critical messages reach nobody outside the console, or that no e-mail is sent; shows nothing if both work.
 */
export function ReachNotice({ reach }: { reach: Reach | undefined }) {
  const w = useWords(notifyText)
  if (reach === undefined || reach.hasMailServer) return null
  const isNobody = reach.robots + reach.webhooks === 0
  return (
    <p className={isNobody ? `${css.notice} ${css.grave}` : css.notice} role="status">
      <Icon name={isNobody ? 'alert' : 'info'} />
      {isNobody ? w.nobody : w.noMail}
    </p>
  )
}
