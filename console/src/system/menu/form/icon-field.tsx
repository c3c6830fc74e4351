import { menuIcons } from '@brigade/contract/system/menu/menu.model.ts'
import { useId } from 'react'
import { useWords } from '../../../platform/locale.ts'
import { menuIcon } from '../../../shell/menu-icon.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { Box, Row, Text } from '../../../ui/layout/layout.tsx'
import { iconText, menuFormText } from '../menu-screen.text.ts'
import css from './menu-form.module.css'

type Props = { icon: string; onChange: (icon: string) => void }

/** One of the icons, or none. */
export function IconField({ icon, onChange }: Props) {
  const w = useWords(menuFormText)
  const names = useWords(iconText)
  const group = useId()
  return (
    <Row.fieldset gap="4" margin="0 0 16" padding="0" border="none" wrap className={css.icons}>
      <Text.legend padding="0" size="xs" line="16" weight="500" tone="ink-3" marginBottom="4">
        {w.icon}
      </Text.legend>
      {(['', ...menuIcons] as const).map((one) => {
        const name = one === '' ? w.noIcon : names[one]
        return (
          <Box.label key={one} relative data-tip={name}>
            <input
              type="radio"
              name={group}
              className="vh"
              aria-label={name}
              checked={one === icon}
              onChange={() => onChange(one)}
            />
            <span>{one === '' ? <Icon name="minus" /> : <Icon name={menuIcon(one)} size="large" />}</span>
          </Box.label>
        )
      })}
      <Text.small size="xs" line="20" tone="ink-3" ownLine>
        {w.iconHint}
      </Text.small>
    </Row.fieldset>
  )
}
