import { useState } from 'react'
import { isAnythingUnsaved, loadAnew } from '../platform/kept-work.ts'
import { useWords } from '../platform/locale.ts'
import { beginSession, useSession } from '../platform/session.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import css from './sign-in-dialog.module.css'
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
      <div className={css.inside}>
        <SignInSteps
          place="dialog"
          first={(onAnswer) => (
            <>
              <p className={css.why}>{hasWork ? w.expiredWork : w.expiredBody}</p>
              <SignInForm account={user?.account ?? ''} onAnswer={onAnswer} />
            </>
          )}
          onSignedIn={(result) => {
            beginSession(result)
            loadAnew(user?.id)
          }}
        />
      </div>
    </Dialog>
  )
}
