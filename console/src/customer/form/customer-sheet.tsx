import { kindsUnder, type SellerKind } from '@brigade/contract/customer/organisation.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { carriedCalls } from '@brigade/contract/customer/carried.endpoints.ts'
import type { CustomerDetail } from '@brigade/contract/customer/customer.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { CustomerForm } from './customer-form.tsx'
import { customerFormText } from '../customer.text.ts'
import { useKeptKind, useKindCalls } from '../kept-kind.ts'

/** The sheet edits the customer with this id; null means a new one. */
export type Editing = { id: string | null }

type Props = { editing: Editing | null; onClose: () => void }

/** The sheet in which a customer is added or edited, beside the screen that opened it. */
export function CustomerSheet({ editing, onClose }: Props) {
  const w = useWords(customerFormText[useKeptKind()])
  const id = editing?.id ?? null
  return (
    <FormSheet title={id === null ? w.addTitle : w.editTitle} isOpen={editing !== null} onClose={onClose} width={520}>
      {id === null ? <New /> : <Known id={id} />}
    </FormSheet>
  )
}

const waiting = <Box minHeight="480" aria-busy="true" />

/** The default parent is the person's own organisation. */
function New() {
  const kind = useKeptKind()
  const { data: user } = useQuery(ask(sessionApi.user, {}, { quiet: true }))
  if (user === undefined) return waiting
  const isPossible = kindsUnder[user.organisation.kind].includes(kind)
  return <CustomerForm from={{ parent: isPossible ? user.organisation : null }} />
}

/** The form always loads the current state, because the server would refuse an edit of an outdated one. */
function Known({ id }: { id: string }) {
  const kind = useKeptKind()
  const calls = useKindCalls()
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(calls.detail, { id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return waiting
  return kind === 'customer' ? (
    <CustomerForm from={{ customer: data, carried: null }} />
  ) : (
    <Seller customer={data} kind={kind} />
  )
}

/** Distributors and agents also have a list of carried models, which is loaded first. */
function Seller({ customer, kind }: { customer: CustomerDetail; kind: SellerKind }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(carriedCalls[kind].carried, { id: customer.id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return waiting
  return <CustomerForm from={{ customer, carried: data }} />
}
