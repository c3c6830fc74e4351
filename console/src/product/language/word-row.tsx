import type { LanguageTag, ProductWord } from '@brigade/contract/product/language/language.model.ts'
import { memo } from 'react'
import { useWords } from '../../platform/locale.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import css from './language.module.css'
import { wordsText } from './language.text.ts'

type Props = {
  word: ProductWord
  /** The row shows the identifier only when no heading above shows it. */
  identifier: string | undefined
  /** This is the unsaved text; undefined means that there is none. */
  typed: string | undefined
  language: LanguageTag
  /** The language by its name on screen. */
  languageName: string
  error: string | undefined
  mayEdit: boolean
  onType: (key: string, text: string) => void
}

/** Longer words are written on a few lines. */
const lineLength = 44

/** One word: its English and Chinese text, and beside them the field. Typing in one field renders no other row. */
export const WordRow = memo(function WordRow({
  word,
  identifier,
  typed,
  language,
  languageName,
  error,
  mayEdit,
  onType,
}: Props) {
  const w = useWords(wordsText)
  const text = typed ?? word.text
  const isChanged = word.text !== word.published
  const shared = {
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    value: text,
    readOnly: !mayEdit,
    'aria-label': w.inLanguage({ word: word.en, name: languageName }),
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : `wrong ${word.key}`.replaceAll(' ', '-'),
    'data-word': word.key,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onType(word.key, event.currentTarget.value),
  } as const
  return (
    <li className={css.word}>
      <span className={css.text} lang="en">
        {word.en}
        {identifier === undefined ? null : <code>{identifier}</code>}
      </span>
      <span className={css.text} lang="zh">
        {word.zh}
      </span>
      <span className={css.typing}>
        {word.en.length > lineLength || text.length > lineLength ? (
          <textarea {...shared} rows={3} />
        ) : (
          <input {...shared} />
        )}
        {error === undefined ? null : (
          <small className={css.wrong} id={`wrong ${word.key}`.replaceAll(' ', '-')}>
            {error}
          </small>
        )}
        {isChanged && word.published !== '' ? (
          <small className={css.was}>{w.was({ text: word.published })}</small>
        ) : null}
      </span>
      <span className={css.wordState}>
        {typed === undefined ? (
          <Saved word={word} />
        ) : (
          <>
            <i className={css.unsaved} aria-hidden="true" />
            {w.isUnsaved}
          </>
        )}
      </span>
    </li>
  )
})

function Saved({ word: { text, published } }: { word: ProductWord }) {
  const w = useWords(wordsText)
  if (text === '' && published === '')
    return (
      <>
        <StateShape name="standby" />
        {w.isMissing}
      </>
    )
  if (text === published)
    return (
      <>
        <StateShape name="enabled" />
        {w.isPublished}
      </>
    )
  return (
    <>
      <StateShape name="draft" tone="warn" />
      {text === '' ? w.isTakenAway : published === '' ? w.isNew : w.isChanged}
    </>
  )
}
