import { useState } from 'react'
import { isAnythingUnsaved, loadAnew } from '../platform/kept-work.ts'
import { useWords } from '../platform/locale.ts'
import { beginSession, useSession } from '../platform/session.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Box, Text } from '../ui/layout/layout.tsx'
import { signInText } from './session.text.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInSteps } from './sign-in-steps.tsx'

/** Spec 2: over the page when the session has expired, 400 px wide; the page loads again after signing in. */
export function SignInDialog() {
  const w = useWords(signInText)
  const user = useSession((session) => session.user)
  const [hasWork] = useState(isAnythingUnsaved)
  return (
    <Dialog title={w.expiredTitle} isOpen width={400}>
      <Box paddingBottom="24">
        <SignInSteps
          place="dialog"
          first={(onAnswer) => (
            <>
              <Text.p tone="ink-3" marginBottom="16">
                {hasWork ? w.expiredWork : w.expiredBody}
              </Text.p>
              <SignInForm account={user?.account ?? ''} onAnswer={onAnswer} />
            </>
          )}
          onSignedIn={(result) => {
            beginSession(result)
            loadAnew(user?.id)
          }}
        />
      </Box>
    </Dialog>
  )
}
