import { noticeApi } from '@brigade/contract/system/notice.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useSession } from '../../platform/session.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'

/**
 * Notices are polled instead of streamed, because a browser opens few connections to one server, and screens need them.
 */
const againMs = 5000

/** The banner shows faults of the installation to platform staff only. */
export function NoticeBanner() {
  const w = useWords(shellText)
  const isPlatform = useSession(({ user, expired }) => user?.organisation.kind === 'platform' && !expired)
  const { data } = useQuery({
    ...ask(noticeApi.notices, {}, { quiet: true }),
    enabled: isPlatform,
    refetchInterval: againMs,
  })
  const notices = isPlatform ? data : undefined
  const since = notices?.intakeStandsSince ?? null
  const accounts = notices?.publishedPasswordOf ?? []
  return (
    <div role="status">
      {since === null ? null : <Notice text={w.noticeIntake({ time: formatTime(since) })} />}
      {accounts.length === 0 ? null : (
        <Notice text={w.noticePublishedPassword({ accounts: accounts.join(w.noticeBetween) })} />
      )}
    </div>
  )
}

function Notice({ text }: { text: string }) {
  return (
    <div className={css.banner}>
      <Icon name="alert" />
      {text}
    </div>
  )
}
