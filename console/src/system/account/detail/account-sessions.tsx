import { accountAccessApi } from '@brigade/contract/system/account/account.endpoints.ts'
import type { AccountDetail, AccountSession } from '@brigade/contract/system/account/account.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useBrowserName, useSessionColumns } from '../../../session/browser-badge.tsx'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { Text } from '../../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { accountActText, accountDetailText, accountText } from '../account.text.ts'
import type { AccountActs } from '../act/use-account-acts.tsx'

type Props = { account: AccountDetail; acts: AccountActs }

/** The list shows the sessions of the account. One session or all of them can be ended. */
export function AccountSessions({ account, acts }: Props) {
  const a = useWords(accountText)
  const w = useWords(accountDetailText)
  const d = useWords(accountActText)
  const { data, error, refetch } = useQuery(ask(accountAccessApi.sessions, { id: account.id }, { quiet: true }))
  const columns = useColumns(account, acts)
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
        <Text.p padding="12 16 16" tone="ink-2">
          {w.noSessions}
        </Text.p>
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

function useColumns(account: AccountDetail, acts: AccountActs): Column<AccountSession>[] {
  const a = useWords(accountText)
  const d = useWords(accountActText)
  const nameOf = useBrowserName()
  return [
    ...useSessionColumns<AccountSession>(),
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
