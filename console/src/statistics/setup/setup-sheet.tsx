import type { SetupStep } from '@brigade/contract/system/notice.model.ts'
import { Fragment } from 'react'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { useSession } from '../../platform/session.ts'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import css from './setup.module.css'
import { setupText } from './setup.text.ts'

/** This many accounts are named; there may be more. */
const maxNamed = 10

/** Lists each missing part: what does not work without it, and who can set it up where. */
export function SetupSheet({ steps, onClose }: { steps: readonly SetupStep[]; onClose: () => void }) {
  const w = useWords(setupText)
  return (
    <SideSheet title={w.title} isOpen onClose={onClose}>
      <Text.p marginBottom="16" tone="ink-2">
        {w.intro}
      </Text.p>
      <Stack.ol gap="0" border="line" radius="m" className={css.steps}>
        {steps.map((step) => (
          <Stack.li key={step.key} gap="4" padding="12 16">
            <Text.h3 size="s" weight="600">
              {w[`${step.key}-name`]}
            </Text.h3>
            <p>{step.key === 'passwords' ? <Passwords step={step} /> : w[`${step.key}-why`]}</p>
            <Where step={step} />
          </Stack.li>
        ))}
      </Stack.ol>
    </SideSheet>
  )
}

function Passwords({ step: { accounts } }: { step: SetupStep }) {
  const w = useWords(setupText)
  const say = accounts.length < maxNamed ? w['passwords-why'] : w.more
  return say({ n: accounts.length, accounts: accounts.join(w.between) })
}

function Where({ step: { key, by, settings, accounts } }: { step: SetupStep }) {
  const w = useWords(setupText)
  const can = useCan()
  const own = useSession(({ user }) => user?.account ?? '')
  if (by === 'machine')
    return (
      <Text.p tone="ink-2" size="s" className={css.where}>
        {w.machine}{' '}
        {settings.map((name, index) => (
          <Fragment key={name}>
            {index === 0 ? null : w.or}
            <Text.code tone="ink" mono>
              {name}
            </Text.code>
          </Fragment>
        ))}
        {key === 'checkpoints' && can('operation-log:view') ? (
          <>
            {' '}
            <a href="/system/log">{w.logPanel}</a>
          </>
        ) : null}
      </Text.p>
    )
  return (
    <Text.p tone="ink-2" size="s" className={css.where}>
      {by === 'others' ? w.others : null}
      {accounts.includes(own) ? w.ownPassword : null}{' '}
      {can('account:view') ? <a href="/system/account">{w.accounts}</a> : null}
    </Text.p>
  )
}
