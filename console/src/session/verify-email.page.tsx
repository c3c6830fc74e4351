import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmail } from './verify-email.tsx'

type Search = { token?: string }

export const Route = createFileRoute('/verify-email')({
  validateSearch: ({ token }): Search => (typeof token === 'string' && token !== '' ? { token } : {}),
  component: function VerifyEmailPage() {
    return <VerifyEmail token={Route.useSearch().token} />
  },
})
