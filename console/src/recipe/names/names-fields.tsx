import { recipeLanguages, type NamesByLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useLocale } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { nameCounter } from './name-counter.ts'
import css from '../recipe.module.css'

type Props = {
  legend: string
  names: NamesByLanguage
  errorOf: (path: string) => string | undefined
  onChange: (names: NamesByLanguage) => void
}

/** A name in up to six languages; one is enough. */
export function NamesFields({ legend, names, errorOf, onChange }: Props) {
  const locale = useLocale()
  return (
    <fieldset className={css.fieldset}>
      <legend>{legend}</legend>
      <div className={css.pair}>
        {recipeLanguages.map((language) => (
          <TextField
            key={language}
            label={recipeLanguageWords[language][locale]}
            aside={nameCounter(names[language] ?? '')}
            value={names[language] ?? ''}
            error={errorOf(`names.${language}`)}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => onChange({ ...names, [language]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}
