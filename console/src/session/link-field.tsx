import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../platform/locale.ts'
import { ask, useSend } from '../platform/query.ts'
import { Button } from '../ui/button/button.tsx'
import { PasswordPrompt } from '../ui/dialog/password-prompt.tsx'
import { Box } from '../ui/layout/layout.tsx'
import { profileText } from './own-account.text.ts'

/**
 * Shows whether the account is linked to the company's sign-in, with a button to link it; nothing without such a
 * sign-in.
 */
export function LinkField({ isLinked }: { isLinked: boolean }) {
  const w = useWords(profileText)
  const { data: provider } = useQuery(ask(sessionApi.oidc, {}, { quiet: true }))
  const begin = useSend(sessionApi.linkOidc, { quiet: true })
  const [isAsking, setAsking] = useState(false)
  if (provider === undefined || !provider.enabled) return null
  const named = { name: provider.name }
  const link = async (password: string): Promise<void> => {
    const { url } = await begin.mutateAsync({ password })
    location.assign(url)
  }
  return (
    <Box paddingBottom="16">
      {isLinked ? (
        w.linked(named)
      ) : (
        <Button size="small" onClick={() => setAsking(true)}>
          {w.link(named)}
        </Button>
      )}
      <PasswordPrompt
        title={w.link(named)}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={w.goOn}
        onConfirm={link}
      >
        {w.linkBody(named)}
      </PasswordPrompt>
    </Box>
  )
}
