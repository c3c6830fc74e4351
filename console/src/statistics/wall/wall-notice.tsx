import { useWords } from '../../platform/locale.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import css from './wall-notice.module.css'
import { wallText } from './wall.text.ts'

type Props = { kind: 'small' | 'over' | 'gone'; isLink: boolean }

/** Replaces the wall and explains why there is none. */
export function WallNotice({ kind, isLink }: Props) {
  const w = useWords(wallText)
  const texts = {
    small: { title: w.tooSmall, hint: w.tooSmallHint },
    over: { title: w.linkOver, hint: w.linkOverHint },
    gone: { title: w.gone, hint: '' },
  }[kind]
  return (
    <Stack.main
      padding="24"
      textAlign="center"
      ground="canvas"
      tone="ink-2"
      className={css.notice}
      data-theme="dark"
      data-wall-notice={kind}
    >
      <Text.h1 weight="600" tone="ink">
        {texts.title}
      </Text.h1>
      {texts.hint === '' ? null : <p>{texts.hint}</p>}
      {isLink || kind === 'over' ? null : (
        <p>
          <Text.a tone="link" href="/data/statistics">
            {w.toStatistics}
          </Text.a>
        </p>
      )}
    </Stack.main>
  )
}
