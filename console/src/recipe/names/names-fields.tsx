import { recipeLanguages, type NamesByLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useLocale } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { Box, Grid, Text } from '../../ui/layout/layout.tsx'
import { nameCounter } from './name-counter.ts'

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
    <Box.fieldset margin="0 0 12" padding="0" border="none" shrink>
      <Text.legend padding="0 0 4" weight="500" size="xs" tone="ink-2">
        {legend}
      </Text.legend>
      <Grid gap="12" columns="halves">
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
      </Grid>
    </Box.fieldset>
  )
}
