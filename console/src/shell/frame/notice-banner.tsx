import { noticeApi } from '@brigade/contract/system/notice.endpoints.ts'
import type { SystemNotices } from '@brigade/contract/system/notice.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { useSession } from '../../platform/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'

/** Asked for again and again, not streamed: a browser opens few connections to one server, and screens need theirs. */
const againMs = 5000

/** What is wrong with the installation itself; staff of the platform alone is told. */
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
      <ActNotice acts={notices?.administratorActs ?? []} />
    </div>
  )
}

type Acts = SystemNotices['administratorActs']

/** What others did to administrators: the newest, until it is said to have been read. */
function ActNotice({ acts }: { acts: Acts }) {
  const w = useWords(shellText)
  const { mutate, isPending } = useSend(noticeApi.actsSeen)
  const [newest, ...others] = acts
  if (newest === undefined) return null
  const { actedAt, act, account, actor } = newest
  const said = { time: formatTime(actedAt), actor: actor ?? w.noticeMachine, deed: w[`act-${act}`], account }
  const more = others.length === 0 ? '' : ` ${w.noticeMore({ count: others.length })}`
  return (
    <div className={css.banner}>
      <Icon name="alert" />
      {w.noticeAct(said)}
      {more}
      <Button size="small" busy={isPending} onClick={() => mutate({ until: actedAt })}>
        {w.noticeRead}
      </Button>
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
