import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe.text.ts'
import type { ComponentProps } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { filingText } from './filing.text.ts'
import type { NameField } from './names-typed.ts'

type TextProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>

/** A name in each language, that on screen first. One is enough. */
export function NameFields({ text }: { text: (name: NameField) => TextProps }) {
  const w = useWords(filingText)
  const locale = useLocale()
  const ordered = [locale, ...recipeLanguages.filter((language) => language !== locale)]
  return ordered.map((language, index) => (
    <TextField
      key={language}
      label={w.nameIn({ language: recipeLanguageWords[language][locale] })}
      startsFocused={index === 0}
      autoComplete="off"
      {...(index === 0 ? { hint: w.nameHint } : {})}
      {...text(`names.${language}`)}
    />
  ))
}
