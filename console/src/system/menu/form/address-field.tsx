import { screens } from '@brigade/contract/system/screens.ts'
import { useWords } from '../../../platform/locale.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Box, Text } from '../../../ui/layout/layout.tsx'
import { menuFormText } from '../menu-screen.text.ts'
import css from './menu-form.module.css'
import { emptyUrl, targetOf } from './menu-typed.ts'

type Props = { url: string; error: string | undefined; onChange: (url: string) => void; onBlur: () => void }

/** A menu row has no target, a screen from the list, or a typed web address. */
export function AddressField({ url, error, onChange, onBlur }: Props) {
  const w = useWords(menuFormText)
  const target = targetOf(url)
  return (
    <>
      <Text size="xs" line="16" weight="500" tone="ink-3" aria-hidden="true">
        {w.leadsTo}
      </Text>
      <Box marginBottom="8" className={css.choice}>
        <Segments
          label={w.leadsTo}
          full
          value={target}
          options={[
            { value: 'nowhere', label: w.toNowhere },
            { value: 'screen', label: w.toScreen },
            { value: 'web', label: w.toWeb },
          ]}
          onChange={(next) => (next === target ? undefined : onChange(emptyUrl[next]))}
        />
      </Box>
      {target === 'screen' ? (
        <SelectField
          label={w.screenAddress}
          required
          searchable
          options={screens.map((screen) => ({ value: screen, label: screen }))}
          value={screens.includes(url) ? url : null}
          error={error}
          onChange={(screen) => onChange(screen ?? emptyUrl.screen)}
          onBlur={onBlur}
        />
      ) : null}
      {target === 'web' ? (
        <TextField
          label={w.webAddress}
          required
          autoComplete="off"
          hint={w.webHint}
          value={url}
          error={error}
          onChange={({ currentTarget: { value } }) => onChange(value)}
          onBlur={onBlur}
        />
      ) : null}
    </>
  )
}
