import type { ComponentProps } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { Grid } from '../../ui/layout/layout.tsx'
import { modelText } from '../model.text.ts'

type TextProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>
type Props = {
  /** Returns value, error and handlers of a field of the form. */
  text: (name: 'name.en' | 'name.zh') => TextProps
}

/** A name in both languages, the one on screen first. */
export function NameFields({ text }: Props) {
  const w = useWords(modelText)
  const locale = useLocale()
  const [first, second] = locale === 'en' ? (['en', 'zh'] as const) : (['zh', 'en'] as const)
  const labels = { en: w.nameEn, zh: w.nameZh }
  return (
    <Grid gap="0 16" columns="2">
      <TextField label={labels[first]} required startsFocused autoComplete="off" {...text(`name.${first}`)} />
      <TextField label={labels[second]} required autoComplete="off" {...text(`name.${second}`)} />
    </Grid>
  )
}
