import { Suspense, lazy } from 'react'
import { useWords } from '../../platform/locale.ts'
import { BrandMark } from '../../ui/icon/brand-mark.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'

const ChangePassword = lazy(() =>
  import('../../session/change-password.tsx').then((module) => ({ default: module.ChangePassword })),
)

/** In place of the shell while the password is still the preset one, which opens nothing but its own change. */
export function FirstPassword() {
  const w = useWords(shellText)
  return (
    <main className={css.first}>
      <h1 className={css.brand}>
        <BrandMark size={24} />
        <span>{w.product}</span>
      </h1>
      <div id="overlays" />
      <Suspense fallback={null}>
        <ChangePassword isForced />
      </Suspense>
    </main>
  )
}
