import { accountAccessApi } from '@brigade/contract/system/account/account.endpoints.ts'
import type { AccountDetail, AccountSession } from '@brigade/contract/system/account/account.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useBrowserName } from '../../../session/browser-badge.tsx'
import { formatTime } from '../../../platform/format.ts'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import css from '../account.module.css'
import { accountActText, accountDetailText, accountText } from '../account.text.ts'
import type { AccountActs } from '../act/use-account-acts.tsx'

type Props = { account: AccountDetail; acts: AccountActs }

/** Where the account is signed in; each session can be ended, or all of them. */
export function AccountSessions({ account, acts }: Props) {
  const a = useWords(accountText)
  const w = useWords(accountDetailText)
  const d = useWords(accountActText)
  const { data, error, refetch } = useQuery(ask(accountAccessApi.sessions, { id: account.id }, { quiet: true }))
  const columns = useSessionColumns(account, acts)
  const sessions = data ?? []
  return (
    <Panel
      title={w.sessions}
      actions={
        sessions.length === 0 ? undefined : (
          <Button
            size="small"
            disabledReason={account.isMine ? a.own : undefined}
            onClick={() => acts.ask({ deed: 'endAll', account })}
          >
            {d.endAll}
          </Button>
        )
      }
    >
      {data === undefined && error !== null ? (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      ) : data !== undefined && sessions.length === 0 ? (
        <p className={css.note}>{w.noSessions}</p>
      ) : (
        <PlainTable
          label={w.sessions}
          columns={columns}
          rows={sessions}
          rowKey={(session) => session.id}
          maxHeight={420}
        />
      )}
    </Panel>
  )
}

function useSessionColumns(account: AccountDetail, acts: AccountActs): Column<AccountSession>[] {
  const a = useWords(accountText)
  const w = useWords(accountDetailText)
  const d = useWords(accountActText)
  const nameOf = useBrowserName()
  return [
    { key: 'device', title: w.device, cell: nameOf },
    { key: 'address', title: w.address, width: 160, cell: (session) => session.address },
    {
      key: 'since',
      title: w.since,
      width: 156,
      dim: true,
      cell: (session) => <span className="time">{formatTime(session.createdAt)}</span>,
    },
    {
      key: 'seen',
      title: w.lastSeen,
      width: 156,
      dim: true,
      cell: (session) => <span className="time">{formatTime(session.lastSeenAt)}</span>,
    },
    {
      key: 'end',
      title: '',
      width: 96,
      align: 'end',
      overflows: true,
      cell: (session) => (
        <Button
          size="small"
          look="quiet"
          disabledReason={account.isMine ? a.own : undefined}
          onClick={() => acts.ask({ deed: 'endOne', account, session: { ...session, browser: nameOf(session) } })}
        >
          {d.endOne}
        </Button>
      ),
    },
  ]
}
