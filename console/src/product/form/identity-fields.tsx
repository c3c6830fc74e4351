import { useState, type ComponentProps } from 'react'
import { useWords } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Box, Grid, Row, Text } from '../../ui/layout/layout.tsx'
import { modelText } from '../model.text.ts'
import { productFormText } from './form.text.ts'
import css from './form.module.css'

type TextProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>
type Props = { text: (name: 'productKey' | 'productSecret') => TextProps }

/** Key and secret of a product that was created elsewhere: folded, because most products are created here. */
export function IdentityFields({ text }: Props) {
  const w = useWords(productFormText)
  const m = useWords(modelText)
  const [key, secret] = [text('productKey'), text('productSecret')]
  const [isOpen, setOpen] = useState(false)
  const isWrong = key.error !== undefined || secret.error !== undefined
  return (
    <Box.details
      paddingTop="12"
      marginBottom="16"
      borderTop
      className={css.moving}
      // A section with a rejected field stays open.
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <Row.summary gap="8" padding="4 0" align="center" weight="550" pointer>
        <Icon name="chevron-right" size="small" />
        {w.moving}
      </Row.summary>
      <Text.p margin="4 0 12" tone="ink-3">
        {w.movingHint}
      </Text.p>
      <Grid gap="0 16" columns="2">
        <TextField label={m.key} autoComplete="off" hint={w.keyHint} {...key} />
        <TextField label={m.secret} autoComplete="off" hint={w.secretHint} {...secret} />
      </Grid>
    </Box.details>
  )
}
