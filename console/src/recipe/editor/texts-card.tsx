import { pointsIn } from '@brigade/contract/letters/points.rules.ts'
import { recipeLimits } from '@brigade/contract/recipe/recipe.model.ts'
import { coverageOf } from '@brigade/contract/recipe/recipe.rules.ts'
import { useWords } from '../../platform/locale.ts'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Box, Row } from '../../ui/layout/layout.tsx'
import { recipeWords } from '../recipe.text.ts'
import type { Editing } from './editing.ts'
import css from './editor.module.css'
import { editorText } from './editor.text.ts'
import { errorOf } from './messages.tsx'
import { LanguageMenu, LanguageTabs } from './language-tabs.tsx'
import { nameCounter } from '../names/name-counter.ts'
import { textsIn, withText } from './draft/typed-recipe.ts'

/** Name and description in one language at a time; beside a translation, the text of the base language. */
export function TextFields({ editing }: { editing: Editing }) {
  const w = useWords(editorText)
  const r = useWords(recipeWords)
  const { typed, language, change, step } = editing
  const { baseLanguage, languages, texts } = typed
  const own = textsIn(typed, language)
  const base = textsIn(typed, baseLanguage)
  const isBase = language === baseLanguage
  const done = languages.filter((each) => coverageOf(texts[baseLanguage], texts[each]).state === 'full').length
  const field = (key: 'name' | 'description') => {
    const path = `texts.${language}.${key}`
    return {
      value: own[key],
      error: errorOf(editing.at(path)),
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        change((before) => withText(before, language, key, value), path),
      onBlur: () => {
        step()
        editing.leave(path)
      },
    }
  }
  const hint = (text: string): string | undefined => (isBase || text === '' ? undefined : w.inBase({ text }))
  return (
    <>
      <Row gap="8 12" align="center" marginBottom="8" minHeight="28" wrap className={css.head}>
        <h2>{w.texts}</h2>
        <Box.span grow />
        <span className={css.hint}>{w.complete({ done, all: languages.length })}</span>
        <LanguageMenu editing={editing} />
      </Row>
      <LanguageTabs editing={editing} />
      <div id="recipe-texts" role="tabpanel" aria-label={w.texts}>
        <Box marginBottom="8" data-path={`texts.${language}.name`}>
          <TextField
            label={r.name}
            required={isBase}
            aside={nameCounter(own.name)}
            hint={hint(base.name)}
            autoComplete="off"
            {...field('name')}
          />
        </Box>
        <Box marginBottom="8" data-path={`texts.${language}.description`}>
          <TextArea
            label={r.description}
            rows={2}
            aside={`${pointsIn(own.description.trim())} / ${recipeLimits.description}`}
            hint={hint(base.description)}
            {...field('description')}
          />
        </Box>
      </div>
    </>
  )
}
