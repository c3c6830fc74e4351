import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountAccessApi } from '@brigade/contract/system/account/account.endpoints.ts'
import type { AccountDetail } from '@brigade/contract/system/account/account.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../platform/can.ts'
import { useWords } from '../../../platform/locale.ts'
import { ask, useSend } from '../../../platform/query.ts'
import { toastDone } from '../../../platform/toast.ts'
import { Button } from '../../../ui/button/button.tsx'
import { accountDetailText, accountText } from '../account.text.ts'

/** Lets the owner of an unverified e-mail verify it by a mailed link, if this installation sends mail. */
export function MailLink({ account }: { account: AccountDetail }) {
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
