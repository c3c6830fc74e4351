import type { ReactNode } from 'react'
import { Row, Stack, Text } from '../layout/layout.tsx'
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
  /** The title in the app's bar. */
  title: string
  onBack?: (() => void) | undefined
  children: ReactNode
  /** Lies over the page: a question, a choice. */
  over?: ReactNode
}

/** A phone, drawn: status bar, the app's bar, and a page that scrolls. Light in itself, whatever the console's theme. */
export function PhoneFrame({ label, texts, title, onBack, children, over }: Props) {
  return (
    <Text.section
      padding="8"
      tone="ink"
      size="s"
      className={css.phone}
      data-theme="light"
      aria-label={label}
      lang={texts.tag}
      dir={texts.dir}
    >
      <Stack flex overflow="hidden" ground="canvas" relative className={css.screen}>
        <Row
          padding="6 24 0"
          align="center"
          justify="between"
          height="36"
          ground="paper"
          size="xs"
          weight="600"
          relative
          rigid
          className={css.status}
          dir="ltr"
          aria-hidden="true"
        >
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
        </Row>
        <Row.header
          gap="4"
          padding="0 8"
          align="center"
          justify="center"
          ground="paper"
          rigid
          borderBottom
          className={css.appBar}
        >
          {onBack === undefined ? (
            <span className={css.backPlace} />
          ) : (
            <button type="button" className={css.back} aria-label={texts.ui.back} onClick={onBack}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M15 6l-6 6l6 6" />
              </svg>
            </button>
          )}
          <Text.b textAlign="center" size="m" weight="600" cut grow data-cut="">
            {title}
          </Text.b>
          <span className={css.backPlace} />
        </Row.header>
        <ScrollRegion className={css.page} label={title}>
          {children}
        </ScrollRegion>
        {over}
        <i className={css.homeBar} aria-hidden="true" />
      </Stack>
    </Text.section>
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
    <Row align="end" className={css.ask}>
      <Stack gap="16" overflow="auto" ground="paper" full role="group" aria-label={title}>
        <b>{title}</b>
        {children}
        <Row gap="8" className={css.askButtons}>
          <Text.button minHeight="40" border="strong" weight="550" grow type="button" onClick={onCancel}>
            {texts.ui.cancel}
          </Text.button>
          {onOk === undefined ? null : (
            <Text.button
              minHeight="40"
              border="strong"
              weight="550"
              ground="accent"
              tone="on-accent"
              grow
              type="button"
              className={css.askOk}
              onClick={onOk}
            >
              {texts.ui.ok}
            </Text.button>
          )}
        </Row>
      </Stack>
    </Row>
  )
}

export const PhoneToast = ({ children }: { children: string }) => (
  <Text.div textAlign="center" className={css.toast} role="status">
    {children}
  </Text.div>
)
