import type { Locale } from '@brigade/contract/locale.ts'
import { recipeLanguages, type NamesByLanguage, type RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'
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
    <Box.fieldset margin="0 0 12" padding="0" border="none" shrink>
      <Text.legend padding="0 0 4" weight="500" size="xs" tone="ink-2">
        {legend}
      </Text.legend>
      <Grid gap="12" columns="halves">
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
      </Grid>
    </Box.fieldset>
  ),
})
