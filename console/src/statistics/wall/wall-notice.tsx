import { useWords } from '../../platform/locale.ts'
import css from './wall-notice.module.css'
import { wallText } from './wall.text.ts'

type Props = { kind: 'small' | 'over' | 'gone'; isLink: boolean }

/** In place of a wall: why there is none. */
export function WallNotice({ kind, isLink }: Props) {
  const w = useWords(wallText)
  const texts = {
    small: { title: w.tooSmall, hint: w.tooSmallHint },
    over: { title: w.linkOver, hint: w.linkOverHint },
    gone: { title: w.gone, hint: '' },
  }[kind]
  return (
    <main className={css.notice} data-theme="dark" data-wall-notice={kind}>
      <h1>{texts.title}</h1>
      {texts.hint === '' ? null : <p>{texts.hint}</p>}
      {isLink || kind === 'over' ? null : (
        <p>
          <a href="/data/statistics">{w.toStatistics}</a>
        </p>
      )}
    </main>
  )
}
