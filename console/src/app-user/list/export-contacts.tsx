import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import type { AppUserExportSearch } from '@brigade/contract/app-user/app-user.model.ts'
import { useState } from 'react'
import { useStartJob } from '../../job/job-link.tsx'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { PasswordField } from '../../ui/field/text-field.tsx'
import { appUserActText, appUserListText } from '../app-user.text.ts'

/** Whole phone numbers and e-mail addresses of the people shown: with the password, as a job. */
export function ExportContacts({ shown }: { shown: AppUserExportSearch }) {
  const w = useWords(appUserListText)
  const act = useWords(appUserActText)
  const start = useStartJob(appUserApi.startContactExport)
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const close = () => {
    setPassword('')
    setOpen(false)
  }
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {w.exportContacts}
      </Button>
      <ConfirmAction
        title={w.exportContacts}
        isOpen={isOpen}
        onClose={close}
        confirmLabel={w.exportVerb}
        onConfirm={async () => {
          await start.mutateAsync({ ...shown, format: 'xlsx', password })
          close()
        }}
      >
        <p>{w.exportContactsBody}</p>
        <PasswordField
          label={act.password}
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </ConfirmAction>
    </>
  )
}
