import { useWords } from '../platform/locale.ts'
import { StateBadge } from '../ui/icon/state-shape.tsx'
import { appUserText } from './app-user.text.ts'

/** Whether somebody may use the app: shape and word. */
export function AppUserBadge({ enabled }: { enabled: boolean }) {
  const w = useWords(appUserText)
  return enabled ? <StateBadge shape="enabled" word={w.normal} /> : <StateBadge shape="disabled" word={w.disabled} />
}
