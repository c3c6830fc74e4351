import type { ReactNode } from 'react'
import css from './phone-frame.module.css'
import { ScrollRegion } from '../page/scroll-region.tsx'

/** The language of the app, and the words of the frame itself. */
export type PhoneTexts = Readonly<{
  tag: string
  dir: 'ltr' | 'rtl'
  ui: Readonly<{ back: string; cancel: string; ok: string }>
}>

type Props = {
  /** Assistive technology reads this label of the preview. */
  label: string
  texts: PhoneTexts
  /** In the app's bar. */
  title: string
  onBack?: (() => void) | undefined
  children: ReactNode
  /** Lies over the page: a question, a choice. */
  over?: ReactNode
}

/** A phone, drawn: status bar, the app's bar, and a page that scrolls. Light in itself, whatever the console's theme. */
export function PhoneFrame({ label, texts, title, onBack, children, over }: Props) {
  return (
    <section className={css.phone} data-theme="light" aria-label={label} lang={texts.tag} dir={texts.dir}>
      <div className={css.screen}>
        <div className={css.status} dir="ltr" aria-hidden="true">
          <span>9:41</span>
          <i className={css.island} />
          <svg viewBox="0 0 54 12">
            <path d="M1 9h2v2H1zM5 7h2v4H5zM9 4h2v7H9zM13 1h2v10h-2z" />
            <path
              className={css.stroke}
              d="M20 5.200a7 7 0 0 1 10 0M22 7.500a4 4 0 0 1 6 0M24.600 9.900a1 1 0 0 1 .8 0"
            />
            <path
              className={css.stroke}
              d="M36 2h13a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2z"
            />
            <path d="M36 4h10v4h-10zM52.200 4.700h1v2.600h-1z" />
          </svg>
        </div>
        <header className={css.appBar}>
          {onBack === undefined ? (
            <span className={css.backPlace} />
          ) : (
            <button type="button" className={css.back} aria-label={texts.ui.back} onClick={onBack}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M15 6l-6 6l6 6" />
              </svg>
            </button>
          )}
          <b data-cut="">{title}</b>
          <span className={css.backPlace} />
        </header>
        <ScrollRegion className={css.page} label={title}>
          {children}
        </ScrollRegion>
        {over}
        <i className={css.homeBar} aria-hidden="true" />
      </div>
    </section>
  )
}

type AskProps = {
  title: string
  texts: PhoneTexts
  children?: ReactNode
  onOk?: (() => void) | undefined
  onCancel: () => void
}

/** A question of the app, over its page. */
export function PhoneAsk({ title, texts, children, onOk, onCancel }: AskProps) {
  return (
    <div className={css.ask}>
      <div role="group" aria-label={title}>
        <b>{title}</b>
        {children}
        <div className={css.askButtons}>
          <button type="button" onClick={onCancel}>
            {texts.ui.cancel}
          </button>
          {onOk === undefined ? null : (
            <button type="button" className={css.askOk} onClick={onOk}>
              {texts.ui.ok}
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

export const PhoneToast = ({ children }: { children: string }) => (
  <div className={css.toast} role="status">
    {children}
  </div>
)
