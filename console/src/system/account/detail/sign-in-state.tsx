import type { AccountBlock, AccountDetail } from '@brigade/contract/system/account/account.model.ts'
import { useCan } from '../../../platform/can.ts'
import { formatTime } from '../../../platform/format.ts'
import { useWords } from '../../../platform/locale.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Text } from '../../../ui/layout/layout.tsx'
import css from '../account.module.css'
import { accountActText, accountDetailText, accountText } from '../account.text.ts'
import type { AccountActs } from '../act/use-account-acts.tsx'

type Props = { account: AccountDetail; acts: AccountActs }

/** The panel lists everything that prevents signing in, and the remedy. */
export function SignInState({ account, acts }: Props) {
  const a = useWords(accountText)
  const w = useWords(accountDetailText)
  const d = useWords(accountActText)
  const can = useCan()
  const wordsOf = useBlockWords(account)
  const { blocks, mustChangePassword, presetUntil, twoStep, isMine, isManageable } = account
  const isLocked = blocks.some(({ reason }) => reason === 'locked' || reason === 'slowed')
  const whyNot = isMine ? a.own : isManageable ? undefined : a.notManageable
  const isVoid = blocks.some(({ reason }) => reason === 'presetVoid')
  const preset = presetUntil === null ? w.presetOpen : w.presetUntil({ time: formatTime(presetUntil) })
  return (
    <Panel
      title={w.signIn}
      actions={
        can('account:reset-password') || can('account:reset-two-step') ? (
          <>
            {isLocked && can('account:reset-password') ? (
              <Button
                size="small"
                icon="lock-open"
                disabledReason={whyNot}
                onClick={() => acts.ask({ deed: 'unlock', account })}
              >
                {d.unlock}
              </Button>
            ) : null}
            {twoStep === 'on' && can('account:reset-two-step') ? (
              <Button
                size="small"
                icon="refresh"
                disabledReason={whyNot}
                onClick={() => acts.ask({ deed: 'resetTwoStep', account })}
              >
                {d.resetTwoStep}
              </Button>
            ) : null}
            {can('account:reset-password') ? (
              <Button
                size="small"
                icon="key"
                disabledReason={whyNot}
                onClick={() => acts.ask({ deed: 'reset', account })}
              >
                {a.reset}
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      {blocks.length === 0 ? (
        <Note>{w.canSignIn}</Note>
      ) : (
        <ul className={css.blocks} aria-label={w.cannotSignIn}>
          {blocks.map((block) => (
            <li key={block.reason}>{wordsOf(block)}</li>
          ))}
        </ul>
      )}
      {mustChangePassword && !isVoid ? <Note>{preset}</Note> : null}
      {twoStep === 'missing' ? <Note>{w.mustSetUp}</Note> : null}
    </Panel>
  )
}

function useBlockWords({ disabledReason }: AccountDetail): (block: AccountBlock) => string {
  const w = useWords(accountDetailText)
  return ({ reason, until }) => {
    const time = { time: until === null ? '' : formatTime(until) }
    switch (reason) {
      case 'disabled':
        return disabledReason === '' ? w.disabledPlain : w.disabledBecause({ reason: disabledReason })
      case 'locked':
        return w.locked(time)
      case 'slowed':
        return w.slowed(time)
      case 'organisationDisabled':
        return w.organisationDisabled
      case 'presetVoid':
        return w.presetVoid
      case 'roleDisabled':
        return w.roleDisabled
      case 'noCodes':
        return w.noCodes
    }
  }
}

const Note = ({ children }: { children: string }) => (
  <Text.p padding="12 16 16" tone="ink-2">
    {children}
  </Text.p>
)
