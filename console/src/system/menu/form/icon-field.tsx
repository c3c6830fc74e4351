import { menuIcons } from '@brigade/contract/system/menu/menu.model.ts'
import { useId } from 'react'
import { useWords } from '../../../platform/locale.ts'
import { menuIcon } from '../../../shell/menu-icon.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { iconText, menuFormText } from '../menu-screen.text.ts'
import css from './menu-form.module.css'

type Props = { icon: string; onChange: (icon: string) => void }

/** One of the icons, or none. */
export function IconField({ icon, onChange }: Props) {
  const w = useWords(menuFormText)
  const names = useWords(iconText)
  const group = useId()
  return (
    <fieldset className={css.icons}>
      <legend className={css.label}>{w.icon}</legend>
      {(['', ...menuIcons] as const).map((one) => {
        const name = one === '' ? w.noIcon : names[one]
        return (
          <label key={one} data-tip={name}>
            <input
              type="radio"
              name={group}
              className="vh"
              aria-label={name}
              checked={one === icon}
              onChange={() => onChange(one)}
            />
            <span>{one === '' ? <Icon name="minus" /> : <Icon name={menuIcon(one)} size="large" />}</span>
          </label>
        )
      })}
      <small>{w.iconHint}</small>
    </fieldset>
  )
}
