import type { Locale } from '@brigade/contract/locale.ts'
import { recipeLanguages, type NamesByLanguage, type RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import css from '../recipe.module.css'
import { nameCounter } from './name-counter.ts'

type NamePath = `names.${RecipeLanguage}`
type Form = {
  values: { names: NamesByLanguage }
  errorOf: (path: NamePath) => string | undefined
  put: (patch: { names: NamesByLanguage }) => void
}
type At = { legend: string; name: string; locale: Locale; form: Form }

/**
 * A name in up to six languages; one is enough. `name` is the word by which a message about a clash calls it, with the
 * language.
 */
export const namesField = ({ legend, name, locale, form }: At) => ({
  kind: 'own' as const,
  key: 'names',
  parts: recipeLanguages.map((language) => ({
    at: `names.${language}` as const,
    label: `${name} · ${recipeLanguageWords[language][locale]}`,
  })),
  input: (
    <fieldset className={css.fieldset}>
      <legend>{legend}</legend>
      <div className={css.pair}>
        {recipeLanguages.map((language) => (
          <TextField
            key={language}
            label={recipeLanguageWords[language][locale]}
            aside={nameCounter(form.values.names[language] ?? '')}
            value={form.values.names[language] ?? ''}
            error={form.errorOf(`names.${language}`)}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) =>
              form.put({ names: { ...form.values.names, [language]: value } })
            }
          />
        ))}
      </div>
    </fieldset>
  ),
})
