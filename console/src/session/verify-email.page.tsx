import { createFileRoute } from '@tanstack/react-router'
import { useWords } from '../platform/locale.ts'
import { useDocumentTitle } from '../shell/use-document-title.ts'
import { emailText } from './email/email.text.ts'
import { VerifyEmail } from './email/verify-email.tsx'
import { EntryFrame } from './entry-frame.tsx'

type Search = { token?: string }

export const Route = createFileRoute('/verify-email')({
  validateSearch: (raw): Search => {
    const token = raw['token']
    return typeof token === 'string' && token !== '' ? { token } : {}
  },
  component: VerifyEmailPage,
})

function VerifyEmailPage() {
  const w = useWords(emailText)
  const { token } = Route.useSearch()
  useDocumentTitle(w.pageTitle)
  return (
    <EntryFrame>
      <VerifyEmail token={token} />
    </EntryFrame>
  )
}
