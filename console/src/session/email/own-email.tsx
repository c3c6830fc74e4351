import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { UserInfo } from '@brigade/contract/session/session.model.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { emailText } from './email.text.ts'

/** Shows whether the person's e-mail is verified, with a button to verify it; nothing if there is none. */
export function OwnEmail({ user, isOther }: { user: UserInfo; isOther: boolean }) {
  const w = useWords(emailText)
  const mail = useSend(sessionApi.mailEmailLink)
  const { email } = user
  if (email === '') return null
  const send = (): void => mail.mutate({}, { onSuccess: () => toastDone(w.sent({ email })) })
  return (
    <Row gap="4 12" align="center" marginBottom="16" tone="ink-3" wrap>
      <span>{user.emailVerified ? w.verified : w.unverified}</span>
      {user.emailVerified ? null : (
        <Button
          size="small"
          busy={mail.isPending}
          disabledReason={user.mailsLinks ? (isOther ? w.saveFirst : undefined) : w.mailsNoLinks}
          onClick={send}
        >
          {w.send}
        </Button>
      )}
    </Row>
  )
}
