import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { FormSheet } from '../../../shell/form-sheet.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import css from '../account.module.css'
import { accountFormText } from '../account.text.ts'
import type { Given } from '../act/given-password.tsx'
import { EditAccountForm, NewAccountForm } from './account-form.tsx'

/** The sheet either adds an account or edits one. */
export type EditingAccount = { how: 'add' } | { how: 'edit'; id: string }

type Props = {
  editing: EditingAccount | null
  onClose: () => void
  /** A preset password was given to a new account: it is to be shown once. */
  onGiven: (given: Given) => void
}

/** Adds or edits an account beside the list. */
export function AccountSheet({ editing, onClose, onGiven }: Props) {
  const w = useWords(accountFormText)
  const last = useLast(editing)
  const title = last?.how === 'edit' ? w.editTitle : w.addTitle
  return (
    <FormSheet title={title} isOpen={editing !== null} onClose={onClose} width={520}>
      {last === null ? null : last.how === 'edit' ? <Known id={last.id} /> : <New onGiven={onGiven} />}
    </FormSheet>
  )
}

const waiting = <div className={css.waiting} aria-busy="true" />

/** Offered to belong to one's own organisation. */
function New({ onGiven }: Pick<Props, 'onGiven'>) {
  const { data: user } = useQuery(ask(sessionApi.user, {}, { quiet: true }))
  if (user === undefined) return waiting
  return <NewAccountForm own={user.organisation} onGiven={onGiven} />
}

/** The form always loads the current state, because the server would refuse an edit of an outdated one. */
function Known({ id }: { id: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(accountApi.detail, { id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return waiting
  return <EditAccountForm account={data} />
}
