import { Suspense, lazy } from 'react'
import { useWords } from '../../platform/locale.ts'
import { useSession } from '../../platform/session.ts'
import { BrandMark } from '../../ui/icon/brand-mark.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'

const ChangePassword = lazy(() =>
  import('../../session/change-password.tsx').then((module) => ({ default: module.ChangePassword })),
)
const SignInDialog = lazy(() =>
  import('../../session/sign-in-dialog.tsx').then((module) => ({ default: module.SignInDialog })),
)

/**
 * Replaces the shell while the password is still the preset one, which allows nothing but its own change. An expired session needs a new
 * sign-in, which reloads the page, because typed passwords are never kept.
 */
export function FirstPassword() {
  const w = useWords(shellText)
  const expired = useSession((session) => session.expired)
  return (
    <main className={css.first}>
      <h1 className={css.brand}>
        <BrandMark size={24} />
        <span>{w.product}</span>
      </h1>
      <div id="overlays" />
      <Suspense fallback={null}>{expired ? <SignInDialog /> : <ChangePassword isForced />}</Suspense>
    </main>
  )
}
