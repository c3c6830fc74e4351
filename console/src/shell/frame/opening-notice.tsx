import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../platform/can.ts'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { useSession } from '../../platform/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'

const againMs = 30_000

/** Tells the administrators of an organisation that staff from above opened their console: the newest, until it is said to have been read. */
export function OpeningNotice() {
  const w = useWords(shellText)
  const can = useCan()
  const isBelow = useSession(
    ({ user, expired, isOpened }) =>
      user !== null && user.organisation.kind !== 'platform' && user.opened === null && !isOpened && !expired,
  )
  const isAsked = isBelow && can('account:view')
  const { data } = useQuery({
    ...ask(sessionApi.openings, {}, { quiet: true }),
    enabled: isAsked,
    refetchInterval: againMs,
  })
  const { mutate, isPending } = useSend(sessionApi.openingsSeen)
  const [newest, ...others] = isAsked ? (data?.list ?? []).filter(({ isSeen }) => !isSeen) : []
  return (
    <div role="status">
      {newest === undefined ? null : (
        <div className={css.banner}>
          <Icon name="screen" />
          {w.noticeOpening({
            time: formatTime(newest.openedAt),
            by: newest.by?.name ?? w.openingGone,
            reason: newest.reason,
          })}
          {others.length === 0 ? '' : ` ${w.noticeMore({ count: others.length })}`}
          <Button size="small" busy={isPending} onClick={() => mutate({ until: newest.openedAt })}>
            {w.noticeRead}
          </Button>
        </div>
      )}
    </div>
  )
}
