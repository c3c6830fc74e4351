import {
  dynamicRegistrations,
  registrationApi,
  type DynamicRegistration,
} from '@brigade/contract/product/registration/registration.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { Grid, Stack, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import css from './registration.module.css'
import { registrationText, registrationWords } from './registration.text.ts'

/** Whether devices of a model may fetch their secrets themselves; changing it asks for the password. */
export function RegistrationPanel({ productId }: { productId: string }) {
  const id = useId()
  const w = useWords(registrationText)
  const locale = useLocale()
  const mayEdit = usePlatformCan()('product:update')
  const { data, error, refetch } = useQuery(ask(registrationApi.registration, { productId }, { quiet: true }))
  const send = useSend(registrationApi.setRegistration, { quiet: true })
  const [wanted, setWanted] = useState<DynamicRegistration | null>(null)
  const [isAsking, setAsking] = useState(false)
  const current = data?.dynamicRegistration
  const nameOf = (one: DynamicRegistration | undefined): string =>
    one === undefined ? '' : registrationWords[one].name[locale]
  const choose = (next: DynamicRegistration): void => {
    if (next === current) return
    setWanted(next)
    setAsking(true)
  }
  return (
    <Panel title={w.title}>
      {data === undefined && error !== null ? (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Stack.fieldset
          gap="4"
          margin="0"
          padding="0 8 12"
          border="none"
          disabled={!mayEdit}
          aria-busy={data === undefined}
        >
          <Text.legend padding="16 8 8" tone="ink-3">
            {w.about}
          </Text.legend>
          {dynamicRegistrations.map((one) => (
            <Grid
              key={one}
              padding="8"
              columns="side-main"
              radius="s"
              className={`${css.choice} ${one === current ? css.chosen : ''}`}
            >
              <input
                id={`${id}-${one}`}
                type="radio"
                name="registration"
                checked={one === current}
                aria-describedby={`${id}-${one}-hint`}
                onChange={() => choose(one)}
              />
              <Text.label weight="550" htmlFor={`${id}-${one}`}>
                {registrationWords[one].name[locale]}
              </Text.label>
              <Text.small tone="ink-3" size="xs" line="16" id={`${id}-${one}-hint`}>
                {registrationWords[one].hint[locale]}
              </Text.small>
            </Grid>
          ))}
        </Stack.fieldset>
      )}
      <PasswordPrompt
        title={w.confirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={w.change}
        danger={wanted === 'any'}
        onConfirm={async (password) => {
          if (wanted === null) return
          await send.mutateAsync({ productId, dynamicRegistration: wanted, password })
          toastDone(w.changed)
        }}
      >
        {wanted === null ? null : (
          <>
            {w.becomes({ from: nameOf(current), to: nameOf(wanted) })} {registrationWords[wanted].hint[locale]}
          </>
        )}
      </PasswordPrompt>
    </Panel>
  )
}
