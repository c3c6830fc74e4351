import { languageNames, useLocaleState, useWords } from '../platform/locale.ts'
import { Segments } from '../ui/button/segments.tsx'
import { BrandMark } from '../ui/icon/brand-mark.tsx'
import { Box, Grid, Row, Text } from '../ui/layout/layout.tsx'
import { Kitchen } from './kitchen/kitchen.tsx'
import css from './login.module.css'
import { signInText } from './session.text.ts'
import { useEffect, type ReactNode } from 'react'
import { markReachable, markUnreachable, useConnection } from '../platform/connection.ts'
import { StateShape } from '../ui/icon/state-shape.tsx'

/** The frame of pages without sign-in: the kitchen, the choice of language, and whether the service answers. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const w = useWords(signInText)
  const { locale, setLocale } = useLocaleState()
  return (
    <Grid className={css.page}>
      <Box.header overflow="hidden" relative className={css.scene} data-theme="dark">
        <Kitchen />
        <Row gap="12" align="center" line="32" weight="600" className={css.word}>
          <BrandMark size={32} lit />
          {w.product}
        </Row>
        <Text.p size="l" line="24" className={css.slogan}>
          {w.slogan}
        </Text.p>
      </Box.header>
      <Row.main align="center" justify="center" ground="paper" relative className={css.side}>
        {/* On a phone, where the scene is not. */}
        <Row gap="8" align="center" weight="600" className={css.name}>
          <BrandMark size={24} />
          {w.product}
        </Row>
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
        <Box full className={css.form}>
          {children}
        </Box>
        <LoginFoot />
      </Row.main>
    </Grid>
  )
}

/** Shows the version, and whether the service answers. */
function LoginFoot() {
  const w = useWords(signInText)
  const reachable = useConnection((connection) => connection.reachable)
  useEffect(() => {
    fetch('/readyz', { cache: 'no-store' }).then(
      (answer) => (answer.ok ? markReachable() : markUnreachable()),
      markUnreachable,
    )
  }, [])
  return (
    <Row.p justify="between" size="xs" line="24" tone="ink-3" className={css.foot}>
      <span>{`${w.product} ${import.meta.env.VITE_VERSION}`}</span>
      <Row.span inline gap="6" align="center" role="status">
        <StateShape name={reachable ? 'online' : 'offline'} />
        {reachable ? w.serviceUp : w.serviceDown}
      </Row.span>
    </Row.p>
  )
}
