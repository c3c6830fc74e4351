import { useWords } from '../../platform/locale.ts'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { accountText } from './account.text.ts'

/** Whether an account may sign in as far as it itself goes: shape and word. */
export function AccountBadge({ enabled }: { enabled: boolean }) {
  const w = useWords(accountText)
  return enabled ? <StateBadge shape="enabled" word={w.enabled} /> : <StateBadge shape="disabled" word={w.disabled} />
}
