import type { LanguageTag, ProductWord } from '@brigade/contract/product/language/language.model.ts'
import { memo } from 'react'
import { useWords } from '../../platform/locale.ts'
import { UnsavedMark } from '../../ui/form/edit-foot.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
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

/** Longer words have a field of several lines. */
const lineLength = 44

/** One word: its English and Chinese text beside the field. Typing in one field renders no other row. */
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
    <Grid.li gap="16" align="center" minHeight="40" borderBottom className={css.word}>
      <Text anywhere className={css.text} lang="en">
        {word.en}
        {identifier === undefined ? null : <Box.code marginLeft="8">{identifier}</Box.code>}
      </Text>
      <Text anywhere className={css.text} lang="zh">
        {word.zh}
      </Text>
      <Stack.span shrink className={css.typing}>
        {word.en.length > lineLength || text.length > lineLength ? (
          <textarea {...shared} rows={3} />
        ) : (
          <input {...shared} />
        )}
        {error === undefined ? null : (
          <Text.small tone="bad" size="xs" id={`wrong ${word.key}`.replaceAll(' ', '-')}>
            {error}
          </Text.small>
        )}
        {isChanged && word.published !== '' ? (
          <Text.small tone="ink-3" size="xs" anywhere>
            {w.was({ text: word.published })}
          </Text.small>
        ) : null}
      </Stack.span>
      <Row.span gap="6" align="center" tone="ink-3" size="xs" nowrap>
        {typed === undefined ? (
          <Saved word={word} />
        ) : (
          <>
            <UnsavedMark />
            {w.isUnsaved}
          </>
        )}
      </Row.span>
    </Grid.li>
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
