import { useWords } from '../platform/locale.ts'
import { StateBadge } from '../ui/icon/state-shape.tsx'
import { customerText } from './customer.text.ts'

/** Whether a customer's staff may sign in: shape and word. */
export function CustomerBadge({ enabled }: { enabled: boolean }) {
  const w = useWords(customerText.customer)
  return enabled ? <StateBadge shape="enabled" word={w.enabled} /> : <StateBadge shape="disabled" word={w.disabled} />
}
