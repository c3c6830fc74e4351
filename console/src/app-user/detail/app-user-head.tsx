import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import type { AppUserDetail } from '@brigade/contract/app-user/app-user.model.ts'
import { useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { emptyValue, formatNumber, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { PasswordField } from '../../ui/field/text-field.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { HeadCard } from '../../ui/page/head-card.tsx'
import { AppUserBadge } from '../app-user-badge.tsx'
import { listHref } from '../app-user-address.ts'
import { appUserActText, appUserDetailText, appUserText } from '../app-user.text.ts'
import { ForbidDialog, type Forbidden } from '../forbid-dialog.tsx'

/**
 * The header identifies the person and offers the actions. One click reveals the masked contact, and the operation log records
 * it.
 */
export function AppUserHead({ person, device }: { person: AppUserDetail; device: string | undefined }) {
  const a = useWords(appUserText)
  const w = useWords(appUserDetailText)
  const can = useCan()
  const [pending, setPending] = useKept<Forbidden | null>('people to disable', null)
  const [isRemoving, setRemoving] = useState(false)
  const contact = useSend(appUserApi.contact)
  const { id, enabled } = person
  const { phone, email } = contact.data ?? person
  const time = (at: string | null): string => (at === null ? emptyValue : formatTime(at))
  return (
    <>
      <HeadCard
        name={person.nickname}
        state={<AppUserBadge enabled={enabled} />}
        facts={[phone, email, person.disabledReason === '' ? '' : w.disabledFor({ reason: person.disabledReason })]}
        figures={[
          { key: 'devices', label: a.devices, value: formatNumber(person.devices) },
          { key: 'login', label: a.lastLogin, value: time(person.lastLoginAt) },
          { key: 'call', label: a.lastCall, value: time(person.lastCallAt) },
          { key: 'created', label: a.created, value: time(person.createdAt) },
        ]}
        actions={
          <>
            {can('app-user:contact') && contact.data === undefined ? (
              <Button
                icon="eye"
                busy={contact.isPending}
                onClick={() =>
                  contact.mutate({
                    id,
                    reason: device === undefined ? { kind: 'user', id } : { kind: 'device', id: device },
                  })
                }
              >
                {w.showContact}
              </Button>
            ) : null}
            {can('app-user:forbid') ? (
              <Button
                icon={enabled ? 'lock' : 'lock-open'}
                onClick={() => setPending({ ids: [id], forbidden: enabled })}
              >
                {enabled ? a.disable : a.enable}
              </Button>
            ) : null}
            {can('app-user:remove') ? (
              <Button icon="trash" look="danger" onClick={() => setRemoving(true)}>
                {a.remove}
              </Button>
            ) : null}
          </>
        }
      />
      <ForbidDialog pending={pending} onClose={() => setPending(null)} />
      <RemoveDialog person={person} isOpen={isRemoving} onClose={() => setRemoving(false)} />
    </>
  )
}

type RemoveProps = { person: AppUserDetail; isOpen: boolean; onClose: () => void }

function RemoveDialog({ person, isOpen, onClose }: RemoveProps) {
  const a = useWords(appUserText)
  const w = useWords(appUserActText)
  const remove = useSend(appUserApi.remove, { quiet: true })
  const [password, setPassword] = useState('')
  return (
    <ConfirmAction
      title={w.removeTitle}
      isOpen={isOpen}
      onClose={() => {
        setPassword('')
        onClose()
      }}
      confirmLabel={a.remove}
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ id: person.id, password })
        toastDone(w.removedDone)
        go(listHref)
      }}
    >
      <Box.p marginBottom="12">{w.removeBody({ n: formatNumber(person.bindings) })}</Box.p>
      <PasswordField
        label={w.password}
        required
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </ConfirmAction>
  )
}
