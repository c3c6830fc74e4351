import { useState } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useSession } from '../../platform/session.ts'
import { leaveOpenedConsole } from '../../session/use-leave.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'

/** In an opened console, the banner shows the organisation and the end time, and offers to leave. */
export function OpenedBanner() {
  const w = useWords(shellText)
  const [isLeaving, setLeaving] = useState(false)
  const isOpened = useSession((session) => session.isOpened)
  const user = useSession((session) => session.user)
  if (!isOpened) return null
  const leave = (): void => {
    setLeaving(true)
    void leaveOpenedConsole()
  }
  return (
    <Text.div weight="600" className={`${css.banner} ${css.opened}`} role="status">
      <Icon name="screen" />
      {user === null || user.opened === null
        ? w.openedWaiting
        : w.opened({ organisation: user.organisation.name, time: formatTime(user.opened.until).slice(0, 16) })}
      <Button size="small" busy={isLeaving} onClick={leave}>
        {w.openedLeave}
      </Button>
    </Text.div>
  )
}
