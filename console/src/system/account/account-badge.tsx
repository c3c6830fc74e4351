import { useWords } from '../../platform/locale.ts'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { accountText } from './account.text.ts'

/** The badge shows as shape and word whether the account's own state allows signing in. */
export function AccountBadge({ enabled }: { enabled: boolean }) {
  const w = useWords(accountText)
  return enabled ? <StateBadge shape="enabled" word={w.enabled} /> : <StateBadge shape="disabled" word={w.disabled} />
}
