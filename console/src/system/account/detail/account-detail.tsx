import { accountApi, accountAccessApi } from '@brigade/contract/system/account/account.endpoints.ts'
import type { AccountDetail } from '@brigade/contract/system/account/account.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useKindNames } from '../../../customer/organisation-kind-badge.tsx'
import { useCan } from '../../../platform/can.ts'
import { formatTime } from '../../../platform/format.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { go } from '../../../platform/navigate.ts'
import { ask, useSend } from '../../../platform/query.ts'
import { MissingPage } from '../../../shell/missing-page.tsx'
import { usePageTitle } from '../../../shell/page-title.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { ActionMenu } from '../../../ui/menu/action-menu.tsx'
import { DetailBody } from '../../../ui/page/detail-body.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { FactList } from '../../../ui/page/fact-list.tsx'
import { HeadBones, HeadCard } from '../../../ui/page/head-card.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { accountListHref, accountsHref } from '../account-address.ts'
import { AccountBadge } from '../account-badge.tsx'
import { Box } from '../../../ui/layout/layout.tsx'
import { accountDetailText, accountText } from '../account.text.ts'
import { useAccountActs, type AccountActs } from '../act/use-account-acts.tsx'
import { AccountSheet } from '../entity/account-sheet.tsx'
import { NotificationPanel } from '../../../message/notify/notification-list.tsx'
import { AccountPermissions } from './account-permissions.tsx'
import { AccountSessions } from './account-sessions.tsx'
import { SignInState } from './sign-in-state.tsx'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { toastDone } from '../../../platform/toast.ts'

/** One account: the person, the reason why it cannot sign in, and its sessions. */
export function AccountDetailScreen({ id }: { id: string }) {
  const a = useWords(accountText)
  const can = useCan()
  const { data: account, error, refetch } = useQuery(ask(accountApi.detail, { id }, { quiet: true }))
  usePageTitle(account?.name)
  const [acts, dialogs] = useAccountActs(() =>
    go(account === undefined ? accountsHref : accountListHref(account.organisation.kind)),
  )
  if (account === undefined) {
    if (error === null) return <HeadBones figures={0} />
    if (error.status === 404)
      return (
        <MissingPage title={error.message} back={{ href: accountsHref, label: a.backToList }}>
          {a.missing}
        </MissingPage>
      )
    return <ErrorPanel isScreen message={error.message} onRetry={() => void refetch()} />
  }
  return (
    <>
      <Head account={account} acts={acts} />
      <DetailBody>
        <Facts account={account} />
        <SignInState account={account} acts={acts} />
      </DetailBody>
      {can('account:reset-password') ? (
        <Box padding="0 gutter 24">
          <AccountSessions account={account} acts={acts} />
        </Box>
      ) : null}
      {can('role:view') ? (
        <Box padding="0 gutter 24">
          <AccountPermissions accountId={account.id} />
        </Box>
      ) : null}
      <Box padding="0 gutter 24">
        <NotificationPanel accountId={account.id} />
      </Box>
      {dialogs}
    </>
  )
}

function Head({ account, acts }: { account: AccountDetail; acts: AccountActs }) {
  const a = useWords(accountText)
  const w = useWords(accountDetailText)
  const can = useCan()
  const locale = useLocale()
  const [editing, setEditing] = useKept<{ id: string } | null>('account sheet', null)
  const { id, enabled, role, isMine, isManageable } = account
  const whyNotEnabled = isMine ? a.own : enabled || isManageable ? undefined : a.notManageable
  return (
    <>
      <HeadCard
        name={account.name}
        state={<AccountBadge enabled={enabled} />}
        facts={[
          <span key="account" className="mono">
            {account.account}
          </span>,
          locale === 'zh' ? role.name : role.enName,
          account.organisation.name,
        ]}
        actions={
          <>
            {can('account:set-enabled') ? (
              <Button
                icon={enabled ? 'lock' : 'lock-open'}
                disabledReason={whyNotEnabled}
                onClick={() => acts.ask({ deed: enabled ? 'disable' : 'enable', account })}
              >
                {enabled ? a.disable : a.enable}
              </Button>
            ) : null}
            {can('account:update') ? (
              <Button look="primary" icon="pencil" onClick={() => setEditing({ id })}>
                {a.edit}
              </Button>
            ) : null}
            {can('account:remove') ? (
              <ActionMenu
                target={<IconButton icon="dots" label={w.moreActions} aria-haspopup="menu" />}
                actions={[
                  {
                    key: 'remove',
                    icon: 'trash',
                    label: a.remove,
                    danger: true,
                    disabledReason: isMine ? a.own : undefined,
                    onClick: () => acts.ask({ deed: 'remove', account }),
                  },
                ]}
              />
            ) : null}
          </>
        }
      />
      {editing === null ? null : (
        <AccountSheet editing={editing} onClose={() => setEditing(null)} own={account.organisation} />
      )}
    </>
  )
}

function Facts({ account }: { account: AccountDetail }) {
  const a = useWords(accountText)
  const w = useWords(accountDetailText)
  const kinds = useKindNames()
  const locale = useLocale()
  const { organisation, role, email, emailVerified } = account
  const time = (instant: string) => <span className="time">{formatTime(instant)}</span>
  return (
    <Panel title={w.facts}>
      <FactList
        facts={[
          { key: 'account', label: a.account, value: <span className="mono">{account.account}</span> },
          { key: 'name', label: a.name, value: account.name },
          { key: 'organisation', label: a.organisation, value: `${organisation.name} · ${kinds[organisation.kind]}` },
          ...(account.path.length === 0
            ? []
            : [{ key: 'path', label: w.path, value: account.path.map(({ name }) => name).join(' / ') }]),
          { key: 'role', label: a.role, value: locale === 'zh' ? role.name : role.enName },
          { key: 'phone', label: a.phone, value: account.phone },
          {
            key: 'email',
            label: a.email,
            value:
              email === '' ? (
                ''
              ) : (
                <>
                  <span className="mono">{email}</span> · {emailVerified ? a.verified : a.unverified}{' '}
                  <MailLink account={account} />
                </>
              ),
            wide: true,
          },
          {
            key: 'twoStep',
            label: a.twoStep,
            value:
              account.twoStepSince === null
                ? a[`twoStep-${account.twoStep}`]
                : w.twoStepSince({ time: formatTime(account.twoStepSince), count: account.recoveryCodesLeft }),
          },
          { key: 'linked', label: w.linked, value: account.isLinked ? w.isLinked : w.notLinked },
          {
            key: 'lastSignIn',
            label: a.lastSignIn,
            value: account.lastLoginAt === null ? a.never : time(account.lastLoginAt),
          },
          ...(account.inHand.length === 0
            ? []
            : [
                {
                  key: 'inHand',
                  label: w.inHand,
                  value: account.inHand.map(({ kind, count }) => w[`hand-${kind}`]({ count })).join(' · '),
                  wide: true,
                },
              ]),
          { key: 'added', label: a.added, value: time(account.createdAt) },
          { key: 'changed', label: a.changed, value: time(account.updatedAt) },
        ]}
      />
    </Panel>
  )
}

/** Lets the owner of an unverified e-mail verify it by a mailed link, if this installation sends mail. */
function MailLink({ account }: { account: AccountDetail }) {
  const a = useWords(accountText)
  const w = useWords(accountDetailText)
  const can = useCan()
  const { data: user } = useQuery(ask(sessionApi.user, {}))
  const mail = useSend(accountAccessApi.mailEmailLink)
  const { id, email, emailVerified, enabled, isMine, isManageable } = account
  if (emailVerified || !enabled || user?.mailsLinks !== true || !can('account:update')) return null
  const send = (): void => mail.mutate({ id }, { onSuccess: () => toastDone(w.linkMailed({ email })) })
  return (
    <Button
      size="small"
      busy={mail.isPending}
      disabledReason={isMine ? a.own : isManageable ? undefined : a.notManageable}
      onClick={send}
    >
      {w.mailLink}
    </Button>
  )
}
