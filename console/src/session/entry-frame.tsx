import type { ReactNode } from 'react'
import { languageNames, useLocaleState, useWords } from '../platform/locale.ts'
import { Segments } from '../ui/button/segments.tsx'
import { BrandMark } from '../ui/icon/brand-mark.tsx'
import { Kitchen } from './kitchen/kitchen.tsx'
import { LoginFoot } from './login-foot.tsx'
import css from './login.module.css'
import { signInText } from './session.text.ts'

/** Around what is shown without being signed in: the kitchen, the choice of language, and whether the service answers. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const w = useWords(signInText)
  const { locale, setLocale } = useLocaleState()
  return (
    <div className={css.page}>
      <header className={css.scene} data-theme="dark">
        <Kitchen />
        <div className={css.word}>
          <BrandMark size={32} lit />
          {w.product}
        </div>
        <p className={css.slogan}>{w.slogan}</p>
      </header>
      <main className={css.side}>
        <div className={css.languages}>
          <Segments
            label={w.language}
            value={locale}
            onChange={setLocale}
            options={[
              { value: 'en', label: languageNames.en, lang: 'en' },
              { value: 'zh', label: languageNames.zh, lang: 'zh' },
            ]}
          />
        </div>
        <div className={css.form}>{children}</div>
        <LoginFoot />
      </main>
    </div>
  )
}
